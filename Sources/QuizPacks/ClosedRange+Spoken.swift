extension ClosedRange<Int> {
    /// The range as a message says it: `2 to 4`, or `2`.
    var spoken: String {
        lowerBound == upperBound ? "\(lowerBound)" : "\(lowerBound) to \(upperBound)"
    }

    /// The number in the range that is closest to `number`.
    func nearest(to number: Int) -> Int {
        Swift.min(Swift.max(number, lowerBound), upperBound)
    }
}

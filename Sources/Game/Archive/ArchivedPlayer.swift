import Quiz

/// A player of an archived game, with what the published results add up to.
package struct ArchivedPlayer: Hashable, Sendable {
    package let standing: Standing
    /// Presses that counted, right or wrong.
    package let answered: Int
    /// Presses that came after the reveal.
    package let late: Int
    /// The median of the times from a question's start to the press, of those that counted; nil without one.
    package let medianPress: Duration?

    init(_ standing: Standing, _ presses: [ArchivedPress]) {
        self.standing = standing
        let counted = presses.filter(\.isAnswer)
        answered = counted.count
        late = presses.count { $0.status == .published && $0.isLate }
        let times = counted.compactMap(\.pressed).sorted()
        let middle = times.count / 2
        medianPress =
            if times.isEmpty {
                nil
            } else if times.count.isMultiple(of: 2) {
                (times[middle - 1] + times[middle]) / 2
            } else {
                times[middle]
            }
    }
}

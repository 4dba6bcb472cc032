import Synchronization

/// A number that a test turns.
final class Counter: Sendable {
    private let number = Atomic(0)

    var value: Int {
        get { number.load(ordering: .acquiring) }
        set { number.store(newValue, ordering: .releasing) }
    }
}

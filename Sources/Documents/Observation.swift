/// A subscription to a database's changes; it ends with `cancel` or with this object.
package final class Observation: Sendable {
    private let cancellation: @Sendable () -> Void

    init(_ cancellation: @escaping @Sendable () -> Void) {
        self.cancellation = cancellation
    }

    deinit { cancellation() }

    /// Ends the subscription: no further call begins, though one may be under way on another thread. Any thread, any
    /// number of times.
    package func cancel() {
        cancellation()
    }
}

import Timing

/// What an active peer does when its connection has ended: it is done, it gives up, or it tries again after a wait.
///
/// A value without clock and network, so that a simulation decides exactly as a real `Replicator` does.
package struct ReconnectPolicy: Sendable {
    /// What to do next.
    package enum Step: Sendable, Equatable {
        /// No more connections; nil after everything went as asked.
        case finish(ReplicationError?)
        /// Connect again after the wait, because of the error.
        case retry(ReplicationError, after: Duration)
    }

    /// Attempts of a one-shot replication until it gives up, when the backoff sets no limit. Couchbase Lite: 9.
    private static let oneShotAttempts = 9

    private let refusalWait: Duration?
    private var backoff: Backoff
    /// What the running session said it ends with.
    private var failure: ReplicationError?
    private var isFinished = false

    /// Tries again `refusalWait` after the peer refused in a way that means "never"; with nil that is the end.
    package init(isContinuous: Bool, backoff: Backoff = Backoff(), refusalWait: Duration? = nil) {
        self.backoff = backoff
        self.refusalWait = refusalWait
        if !isContinuous, backoff.maxAttempts == nil { self.backoff.maxAttempts = Self.oneShotAttempts }
    }

    /// A new attempt begins.
    package mutating func connects() {
        failure = nil
    }

    /// Takes note of what the session says.
    package mutating func note(_ report: Session.Report) {
        switch report {
        case .idle: backoff.reset()
        case .finished: isFinished = true
        case .failed(let error): failure = error
        case .busy, .documentError, .clock: break
        }
    }

    /// The connection has ended, as `close` says unless the session gave a reason of its own.
    package mutating func next(
        after close: ReplicationError, using generator: inout some RandomNumberGenerator
    ) -> Step {
        if isFinished { return .finish(nil) }
        let error = failure ?? close
        guard let least = error.isTransient ? .zero : refusalWait, let wait = backoff.next(using: &generator) else {
            return .finish(error)
        }
        return .retry(error, after: max(wait, least))
    }
}

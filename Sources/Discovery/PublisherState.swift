/// Where a ``ServicePublisher`` stands.
package enum PublisherState: Hashable, Sendable {
    /// The network is being asked whether the name is free (about a second).
    case registering
    /// Everybody on the local network can find the service under this name.
    case published(name: String)
    /// The name was taken; the service is being registered under this one instead.
    case renamed(to: String)
    /// Nobody can find the service yet, for this reason (one line: what, and what to do). Tried again without end.
    case waitingForDaemon(reason: String)
    /// Nobody can find the service, and trying again would not help (one line). `update(txt:)` starts anew.
    case failed(message: String)
}

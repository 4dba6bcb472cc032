import CAvahi

/// The state of the connection to the daemon.
enum AvahiClientState: Hashable, Sendable {
    /// D-Bus is there, the daemon is not; the library notices when it comes.
    case connecting
    /// The daemon is (again) claiming its host name; it can browse, but must not publish.
    case claimingHostName
    case running
    /// The connection is of no more use.
    case failed(AvahiStatus)

    init(_ state: cavahi_client_state, _ status: Int32) {
        switch state {
        case CAVAHI_CLIENT_CONNECTING: self = .connecting
        case CAVAHI_CLIENT_REGISTERING, CAVAHI_CLIENT_COLLISION: self = .claimingHostName
        case CAVAHI_CLIENT_RUNNING: self = .running
        default: self = .failed(AvahiStatus(code: status))
        }
    }
}

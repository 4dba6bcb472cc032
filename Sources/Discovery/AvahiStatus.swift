import CAvahi

/// A negative `AVAHI_ERR_*` code, or 0.
struct AvahiStatus: Hashable, Sendable {
    let code: Int32

    static let ok = AvahiStatus(CAVAHI_OK)
    static let collision = AvahiStatus(CAVAHI_COLLISION)
    static let disconnected = AvahiStatus(CAVAHI_DISCONNECTED)
    static let busUnreachable = AvahiStatus(CAVAHI_DBUS_ERROR)
    static let noDaemon = AvahiStatus(CAVAHI_NO_DAEMON)
    static let accessDenied = AvahiStatus(CAVAHI_ACCESS_DENIED)
    static let notPermitted = AvahiStatus(CAVAHI_NOT_PERMITTED)
    static let noChange = AvahiStatus(CAVAHI_NO_CHANGE)
    static let invalidName = AvahiStatus(CAVAHI_INVALID_SERVICE_NAME)
    static let invalidPort = AvahiStatus(CAVAHI_INVALID_PORT)

    init(code: Int32) {
        self.code = code
    }

    private init(_ status: cavahi_status) {
        code = Int32(bitPattern: UInt32(truncatingIfNeeded: status.rawValue))
    }

    /// The library's words for it.
    var text: String { String(cString: cavahi_error_text(code)) }

    /// One line for a person: why discovery does not work now, and what to do.
    var reason: String {
        let way = "or connect boards with --host"
        switch self {
        case .noDaemon, .disconnected:
            return "avahi-daemon is not running; install and start it (apt install avahi-daemon) \(way)"
        case .busUnreachable:
            return "the system D-Bus does not answer; install and start avahi-daemon (apt install avahi-daemon) \(way)"
        case .accessDenied:
            return "D-Bus forbids this user to talk to avahi-daemon; run as another user \(way)"
        case .notPermitted:
            return "avahi-daemon is set to publish nothing; remove disable-publishing and disable-user-service-"
                + "publishing from /etc/avahi/avahi-daemon.conf \(way)"
        default:
            return "avahi-daemon refused (\(text)); look into its log (journalctl -u avahi-daemon) \(way)"
        }
    }

    /// Whether trying the same again can never succeed.
    var isFinal: Bool {
        [.notPermitted, .invalidName, .invalidPort].contains(self)
    }
}

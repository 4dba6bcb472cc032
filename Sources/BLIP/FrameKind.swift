/// Bits 0–2 of a frame's flags.
enum FrameKind: UInt8, Hashable, Sendable, CustomStringConvertible {
    case request = 0
    case reply = 1
    case error = 2
    case requestAck = 4
    case replyAck = 5

    static let mask: UInt8 = 0x07

    /// Whether the frame says how much of a message arrived. Such frames have no checksum and no message of their own.
    var isAck: Bool { self == .requestAck || self == .replyAck }

    /// The name the protocol uses.
    var description: String {
        switch self {
        case .request: "MSG"
        case .reply: "RPY"
        case .error: "ERR"
        case .requestAck: "ACKMSG"
        case .replyAck: "ACKRPY"
        }
    }
}

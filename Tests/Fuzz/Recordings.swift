import TestSupport

/// What real peers said, as the beginning of hostile inputs.
enum Recordings {
    /// The frames of one direction of every recorded connection.
    static func frames(_ direction: Transcript.Direction) throws -> [[[UInt8]]] {
        try Transcript.names.flatMap { try Transcript.load($0).connections.map { $0.frames(direction) } }
    }
}

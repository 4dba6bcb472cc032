/// Why a connection cannot go on, or why something could not be put on the wire.
///
/// Thrown by `BLIPConnection.receive(_:)` and `nextFrame()`, every one of them is fatal to the connection: its owner
/// closes the WebSocket with 1011.
package struct BLIPError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    package struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code.
        package let description: String

        /// A frame that ends too early, or whose numbers or flags mean nothing.
        package static let malformedFrame = Code(description: "malformedFrame")
        /// The running checksum does not match: something was lost or changed on the way.
        package static let badChecksum = Code(description: "badChecksum")
        /// A message number that is out of order, was used before, or belongs to no message.
        package static let badMessageNumber = Code(description: "badMessageNumber")
        /// A property list that cannot be read or cannot be written.
        package static let badProperties = Code(description: "badProperties")
        /// Compressed data that is not deflate data, or zlib failed.
        package static let badCompression = Code(description: "badCompression")
        /// A frame or a message above its limit.
        package static let tooLarge = Code(description: "tooLarge")
        /// More unfinished or unanswered messages than we are ready to hold.
        package static let tooMany = Code(description: "tooMany")
        /// The source of an outgoing body failed after its first frames had gone out.
        package static let bodyFailed = Code(description: "bodyFailed")
    }

    /// What kind of failure it is.
    package let code: Code
    /// What happened and what to do, for a person. Holds no content of messages.
    package let message: String
    /// Where: the frame or message concerned, if known.
    package let context: String?

    /// An error; `context` is the frame or message concerned.
    package init(_ code: Code, _ message: String, context: String? = nil) {
        self.code = code
        self.message = message
        self.context = context
    }

    /// Code, context and message in one line.
    package var description: String {
        guard let context else { return "BLIP \(code): \(message)" }
        return "BLIP \(code) in \(context): \(message)"
    }
}

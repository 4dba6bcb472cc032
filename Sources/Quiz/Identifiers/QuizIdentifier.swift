/// An id that is part of document ids: a wrapper around its text, coded as a bare string.
///
/// Decoding and `init(_:)` refuse what would make a document id ambiguous, so a value that exists is always safe to
/// put between two `::`.
package protocol QuizIdentifier: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
    /// The id as it stands in documents.
    var text: String { get }

    /// Throws `QuizError.invalidIdentifier` when the text is no such id.
    init(_ text: String) throws(QuizError)
}

extension QuizIdentifier {
    package var description: String { text }

    /// By bytes: an order that is the same on every machine.
    package static func < (left: Self, right: Self) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    package init(from decoder: any Decoder) throws {
        try self.init(try decoder.singleValueContainer().decode(String.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

/// The rule for one part of a document id.
enum IdentifierRule {
    /// Whether `text` is 1 to 64 visible ASCII characters without a colon.
    static func accepts(_ text: some StringProtocol) -> Bool {
        let bytes = text.utf8
        return (1...QuizLimits.identifierLength).contains(bytes.count)
            && bytes.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ":") }
    }

    static func check(_ text: String, is what: String) throws(QuizError) {
        guard accepts(text) else {
            throw QuizError(
                .invalidIdentifier,
                "not a \(what) id; expected 1 to 64 visible ASCII characters without ':'",
                context: text
            )
        }
    }

    /// 22 letters and digits: 131 bits, so two games or players never meet by chance.
    static func random(using generator: inout some RandomNumberGenerator) -> String {
        let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
        return String((0..<22).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] })
    }
}

import FoundationEssentials

/// A wall-clock date, for people only: coded as ISO 8601 text in UTC with milliseconds, whatever the coder's strategy.
///
/// Never compared, never scored: a board without a battery believes that it is 1970.
package struct Timestamp: Hashable, Sendable, Codable, CustomStringConvertible {
    package let date: Date

    package init(_ date: Date) {
        self.date = date
    }

    /// Reads `2026-01-31T12:00:00Z`, with or without a fraction of a second; throws `QuizError.invalidTimestamp`.
    package init(parsing text: String) throws(QuizError) {
        let exact = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        if let date = try? exact.parse(text) {
            self.date = date
        } else if let date = try? Date.ISO8601FormatStyle().parse(text) {
            self.date = date
        } else {
            throw QuizError(.invalidTimestamp, "not an ISO 8601 date like 2026-01-31T12:00:00Z", context: text)
        }
    }

    package init(from decoder: any Decoder) throws {
        try self.init(parsing: try decoder.singleValueContainer().decode(String.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    package var description: String {
        date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}

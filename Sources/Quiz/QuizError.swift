/// What can be wrong with a quiz value that came from outside: a pack, a document, a stored snapshot.
package struct QuizError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of trouble, for code that decides.
    package enum Code: String, Hashable, Sendable {
        /// An id is empty, too long, or holds a character that ids may not have.
        case invalidIdentifier
        /// A question cannot be asked as it stands.
        case invalidQuestion
        /// A game needs at least one question.
        case noQuestions
        /// A date is not ISO 8601.
        case invalidTimestamp
        /// A stored game does not fit the questions, or contradicts itself.
        case invalidSnapshot
    }

    package let code: Code
    /// What is wrong and what to do, for a person.
    package let message: String
    /// Where: the value or the field, cut to a length that fits a line.
    package let context: String

    package init(_ code: Code, _ message: String, context: String = "") {
        self.code = code
        self.message = message
        self.context = String(context.unicodeScalars.prefix(80).map { $0.isPrintable ? Character($0) : "?" })
    }

    package var description: String {
        context.isEmpty ? message : "\(context): \(message)"
    }
}

extension Unicode.Scalar {
    fileprivate var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}

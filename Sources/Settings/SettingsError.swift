/// What can be wrong with a settings file.
package struct SettingsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of trouble, for code that decides.
    package enum Code: String, Hashable, Sendable {
        /// The file cannot be read.
        case unreadable
        /// It is too large to be one of ours.
        case tooLarge
        /// A line is wrong.
        case invalid
    }

    package let code: Code
    /// What is wrong, for a person.
    package let message: String
    /// The file, or `file:line`.
    package let context: String

    package init(code: Code, message: String, context: String) {
        self.code = code
        self.message = message
        self.context = context
    }

    package var description: String {
        switch code {
        case .unreadable: "cannot read \(context): \(message)"
        case .tooLarge: "\(context) \(message)"
        case .invalid: "\(context): \(message)"
        }
    }
}

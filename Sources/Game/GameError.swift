/// What keeps a game from being hosted or played, in words for the person who runs it.
package struct GameError: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Code: String, Sendable {
        /// There is no game to resume.
        case nothingToResume
        /// The pack cannot be played.
        case invalidPack
        /// What is stored contradicts itself.
        case corrupt
    }

    package let code: Code
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}

import Timing

/// Every bound of the quiz, with its unit and reason.
package enum QuizLimits {
    /// Buttons of a board; a question has no more choices.
    package static let buttons = 4
    /// Longest id, in ASCII characters. The longest document id, an answer's result, then has 240 of the 255 bytes
    /// that a document id may have.
    package static let identifierLength = 64
    /// Longest display name, in grapheme clusters: what a leaderboard row can show.
    package static let nameLength = 40
    /// Most Unicode scalars in one grapheme cluster of a name. The longest emoji sequence in use has ten; more is a
    /// tower of accents that would run over the neighbouring rows.
    package static let scalarsPerCluster = 12
    /// How many seats a game has unless its settings say otherwise.
    package static let seats = 100
    /// Choices of a question: one per button.
    package static let choices = 2...4
    /// Time limit of a question, in seconds.
    package static let limitSeconds = 1...240
    /// How many times a question counts; 0 is practice.
    package static let weights = 0...3
    /// Points of a correct answer at the very start, for weight 1.
    package static let fullPoints = 1000
    /// Points of the slowest correct answer, for weight 1.
    package static let leastPoints = 100
    /// How long after the close the host waits for boards that have not acknowledged it.
    package static let lateWindow = Duration.seconds(2)
    /// How long after the first press that a host hears of a buzz question others are still recorded, for their gaps.
    package static let buzzWindow = Duration.seconds(1)
    /// The least time that a buzz question is open again after a wrong answer.
    package static let leastReopening = Duration.seconds(5)
    /// The most that a claim of a peer without pairing may lie before its arrival.
    package static let unpairedAllowance = Duration.milliseconds(250)
    /// The most that a claim of a paired board may lie before its arrival.
    package static let pairedAllowance = Duration.seconds(2)
    /// Added to the measured delay of a board, for what the next message may take longer than any measured one:
    /// the 99th percentile of Wi-Fi without power save.
    package static let allowanceMargin = Duration.milliseconds(30)
}

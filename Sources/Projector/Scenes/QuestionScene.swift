/// A question is open.
package struct QuestionScene: Sendable, Equatable {
    /// What sort of question it is; a word of it stands in the header.
    package enum Kind: Sendable, Equatable {
        /// One or several of the choices are right.
        case choice
        /// Two choices.
        case trueFalse
        /// No choice is right: opinions are counted.
        case poll
        /// No choices: who presses first answers aloud.
        case buzz
    }

    /// From 0; people see it from 1.
    package var index: Int
    /// Questions in the game.
    package var count: Int
    package var kind: Kind
    package var text: String
    /// Two to four; any beyond are not shown.
    package var choices: [String]
    /// Seconds until it closes; below 0 counts as 0. The owner shows the scene again as it falls.
    package var secondsLeft: Double
    /// Seconds it was given: the full length of the bar.
    package var limitSeconds: Double
    /// How many times it counts; 0 is practice.
    package var weight: Int
    /// Players who have answered.
    package var answered: Int
    /// Players who could.
    package var seated: Int
    /// Names of those not heard yet, when they shall be shown; empty hides the line.
    package var waitingFor: [String]
    /// Names of those who are out of a buzz question; empty hides the line.
    package var lockedOut: [String]
    /// The keys 1 to 4 of this keyboard answer too, and the help line says so.
    package var answersByKeyboard: Bool
    /// The last verdict can be taken back, and the help line says so.
    package var canUndo: Bool

    package init(
        index: Int, count: Int, kind: Kind = .choice, text: String, choices: [String], secondsLeft: Double,
        limitSeconds: Double, answered: Int = 0, seated: Int = 0, weight: Int = 1, waitingFor: [String] = [],
        lockedOut: [String] = [], answersByKeyboard: Bool = false, canUndo: Bool = false
    ) {
        self.index = index
        self.count = count
        self.kind = kind
        self.text = text
        self.choices = choices
        self.secondsLeft = secondsLeft
        self.limitSeconds = limitSeconds
        self.answered = answered
        self.seated = seated
        self.weight = weight
        self.waitingFor = waitingFor
        self.lockedOut = lockedOut
        self.answersByKeyboard = answersByKeyboard
        self.canUndo = canUndo
    }
}

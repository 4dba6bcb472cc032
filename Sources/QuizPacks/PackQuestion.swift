/// One question of a pack. Texts are non-empty and hold no control characters; indices count from 0.
package struct PackQuestion: Sendable, Equatable {
    /// How a question is answered.
    package enum Kind: String, Sendable, CaseIterable {
        /// Two to four choices, at least one of them right.
        case choice
        /// Two choices, one of them right; never shuffled.
        case truefalse
        /// Two to four choices, none of them right: the room's opinion is shown. Never shuffled.
        case poll
        /// No choices: the first to press answers aloud and the host rules.
        case buzz
    }

    package var text: String
    /// Two to four; empty for `buzz`.
    package var choices: [String]
    /// Indices into `choices`, ascending and without repeats; empty for `poll` and `buzz`.
    package var correct: [Int]
    package var kind: Kind
    /// Seconds to answer, 5…240.
    package var seconds: Int
    /// Multiplies the points, 0…3; 0 is practice.
    package var weight: Int
    /// Shown at the reveal.
    package var explanation: String?
    /// The path of a picture, relative to the pack's folder and never leaving it; the file was there at loading time.
    package var picture: String?
    package var category: String?

    package init(
        text: String,
        choices: [String],
        correct: [Int],
        kind: Kind = .choice,
        seconds: Int = PackLimits.defaultSeconds,
        weight: Int = PackLimits.defaultWeight,
        explanation: String? = nil,
        picture: String? = nil,
        category: String? = nil
    ) {
        self.text = text
        self.choices = choices
        self.correct = correct
        self.kind = kind
        self.seconds = seconds
        self.weight = weight
        self.explanation = explanation
        self.picture = picture
        self.category = category
    }
}

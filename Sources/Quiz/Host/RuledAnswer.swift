/// An answer with the host's ruling, for the host's own collection: what it will publish, and how it came to it.
package struct RuledAnswer: Hashable, Sendable, Codable {
    /// As it is published at the reveal.
    package internal(set) var result: AnswerResult
    /// Position of the question in the game, from 0.
    package let questionIndex: Int
    /// From 0, in range.
    package let choice: Int
    /// What the board claimed, if anything; kept so that a protest can be looked into.
    package let claim: PressClaim?

    /// How far off the ruled press may be as far as the host itself knows, in nanoseconds: without a claim how far the finger
    /// may have been before the arrival, otherwise what the host measured of the player's clock.
    package let supposedErrorNs: Int64?
    /// At a buzz question: true when it came after the player's board had told all that it had; it cannot be first.
    package let isAfterGathering: Bool?

    /// How far the ruled press may be from the finger's; nil when the board has no host time. What was clamped may be off by
    /// what it was moved by, too: nobody can say.
    package var error: Duration? {
        result.clockErrorNs.map { .nanoseconds($0) }
    }
}

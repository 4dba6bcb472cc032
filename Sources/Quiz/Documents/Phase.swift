/// Where a game stands, as the Game and QuestionState documents say it.
package enum Phase: String, Hashable, Sendable, Codable, CaseIterable {
    /// Players take their seats.
    case lobby
    /// A question is open.
    case asking
    /// The question is over: the answers are being collected, or shown.
    case closed
    /// The final standings are out.
    case finished
}

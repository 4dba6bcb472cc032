/// The Game document, written by the host. Its id is the game's id.
package struct GameDocument: Hashable, Sendable, Codable {
    package var title: String
    /// Six of A–Z and 0–9, see `JoinCode`.
    package var joinCode: String
    package var phase: Phase
    package var questionCount: Int
    package var createdAt: Timestamp

    package init(title: String, joinCode: String, phase: Phase, questionCount: Int, createdAt: Timestamp) {
        self.title = title
        self.joinCode = joinCode
        self.phase = phase
        self.questionCount = questionCount
        self.createdAt = createdAt
    }
}

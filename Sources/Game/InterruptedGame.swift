import Quiz

/// A game that was stopped between its first question and its end.
package struct InterruptedGame: Hashable, Sendable {
    package let joinCode: String
    /// Where it stands, from 1.
    package let question: Int
    /// How many it has.
    package let questions: Int

    /// Nil for a game that has not begun, or is over.
    init?(_ snapshot: HostGame.Snapshot) {
        switch snapshot.stage {
        case .lobby, .finished: return nil
        case .asking(let round), .closing(let round, _), .answering(let round, _): question = round.index + 1
        case .closed(let index): question = index + 1
        }
        joinCode = snapshot.joinCode
        questions = snapshot.questionCount
    }
}

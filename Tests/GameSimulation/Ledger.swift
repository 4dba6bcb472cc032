import Quiz
import Timing

/// What is true of a simulated game, whatever its parts believe.
struct Ledger {
    struct Key: Hashable {
        let question: QuestionID
        let player: PlayerID

        init(_ question: QuestionID, _ player: PlayerID) {
            self.question = question
            self.player = player
        }
    }

    /// When the finger moved for an answer.
    var fingers: [Key: MonotonicTime] = [:]
    /// On the host's clock.
    var starts: [QuestionID: Int64] = [:]
    var closes: [QuestionID?: Int64] = [:]
    /// When the first press of the buzz question that is on came.
    var gathering: Int64?
    /// Everything that was ruled, in order; a question that was asked again has another id.
    var ruled: [RuledAnswer] = []
    /// Answers that came and counted for nothing.
    var rejected: Set<Key> = []
    var reveals: [Reveal] = []
    /// Openings of buzz questions that ended with a wrong answer.
    var openings: [Reveal] = []

    /// The answers of an asking count for nothing.
    mutating func void(_ question: QuestionID) {
        ruled.removeAll { $0.result.questionId == question }
    }
}

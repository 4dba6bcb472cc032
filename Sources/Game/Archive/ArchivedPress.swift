import Quiz
import Timing

/// One press of one player for one question, with everything the host knows of it. Times count from the question's start on
/// the host's clock.
package struct ArchivedPress: Hashable, Sendable {
    package enum Status: String, Hashable, Sendable {
        /// Its result is out.
        case published
        /// The question was still open when the host ended.
        case pending
        /// The question was asked again, see `ArchivedQuestion.Status.void`.
        case void
    }

    package let player: PlayerID
    package let status: Status
    /// From 0; nil when nothing was chosen.
    package let choice: Int?
    /// Whether it counted as right; nil where nothing is right or wrong, and while that is not out.
    package let isCorrect: Bool?
    /// What the player's total changed by; nil while that is not out.
    package let points: Int?
    /// When the button was pressed, by the host's ruling. This and the other times are nil when nobody wrote down when the
    /// question was opened.
    package let pressed: Duration?
    /// How far `pressed` may be off, either way; nil when the player has no host time.
    package let error: Duration?
    /// What the board said: when it was pressed, and how far that may be off.
    package let claimed: Duration?
    package let claimError: Duration?
    /// When the answer came off the host's socket.
    package let arrived: Duration?
    /// Whether the board said what could not be believed.
    package let wasClamped: Bool
    /// Whether it was pressed in time and came after the reveal, or after somebody else was called.
    package let isLate: Bool
    /// At a buzz question: the place in the order of presses, from 1; the first answered aloud.
    package let place: Int?
    /// At a buzz question: the time after the first press.
    package let gap: Duration?

    /// Whether something was answered with it, right or wrong: at a buzz question only the first answers.
    package var isAnswer: Bool { status == .published && !isLate && place ?? 1 == 1 }

    init(_ evidence: PressEvidence, of question: ArchivedQuestion) {
        let result = evidence.result
        let start = question.startedAt
        func since(_ moment: Int64?) -> Duration? {
            guard let start, let moment else { return nil }
            return start.duration(to: MonotonicTime(nanoseconds: moment))
        }
        player = result.playerId
        status = evidence.isPublished ? .published : question.status == .void ? .void : .pending
        choice = question.kind == .buzz ? nil : evidence.ruled?.choice
        // What is not published would tell what is right.
        let isJudged = question.kind.isJudged && result.buzzPlace ?? 1 == 1
        isCorrect = evidence.isPublished && isJudged ? result.isCorrect : nil
        points = evidence.isPublished ? result.points : nil
        pressed = since(result.pressedAtHostUptimeNs ?? result.hostReceivedUptimeNs)
        error = result.clockErrorNs.map { .nanoseconds($0) }
        claimed = since(evidence.ruled?.claim?.pressedAt.nanoseconds)
        claimError = evidence.ruled?.claim?.clockError
        arrived = since(result.hostReceivedUptimeNs)
        wasClamped = result.wasClamped == true
        isLate = result.isLate == true
        place = result.buzzPlace
        gap = result.buzzGapNs.map { .nanoseconds($0) }
    }
}

/// What the database holds of one press.
struct PressEvidence {
    /// As it was published; before that, as it would have been.
    var result: AnswerResult
    var isPublished: Bool
    /// How the host came to it.
    let ruled: RuledAnswer?

    /// The order of the presses; of those at one moment, that of their arrival.
    var place: (Int64, Int) { (result.pressedAtHostUptimeNs ?? result.hostReceivedUptimeNs, result.hostReceivedSeq) }
}

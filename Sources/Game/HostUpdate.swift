import Quiz
import Timing

/// What happened in a hosted game, in the order in which it was committed.
package enum HostUpdate: Sendable {
    case joined(PlayerID, name: String)
    case renamed(PlayerID, name: String)
    /// A button, from 0, was pressed for the first time in the lobby.
    case buttonSeen(PlayerID, Int)
    case refused(PlayerID, SeatRefusal)
    case connected(PlayerID)
    case disconnected(PlayerID)
    case opened(OpenedQuestion)
    /// An answer counts; `committedAt` is when the ruling was in the database.
    case ruled(RuledAnswer, committedAt: MonotonicTime)
    /// No more presses count; the results wait for the boards to know.
    case closing(QuestionState)
    /// Somebody pressed at a buzz question; the host hears whether others were earlier, and tells nobody before it knows.
    case gathering
    /// The first who pressed at a buzz question may answer aloud.
    case called(Buzz)
    /// What was said was wrong; the question is open again for the others.
    case passedOn(Reveal)
    /// The last verdict was taken back; who was judged answers aloud again.
    case undone(UndoneVerdict)
    case revealed(Reveal)
    /// An answer pressed in time came after the reveal: recorded, earns nothing.
    case late(RuledAnswer)
    case rejected(AnswerArrival, AnswerRejection)
    /// The host's machine was restarted: the question's answers are void and it is asked again.
    case askedAgain(QuestionID)
    case finished([Standing])
    /// How a board's connection is doing; comes when it is first known, and when it has changed noticeably.
    case link(PlayerID, LinkState)
    /// The database does not take what must be kept; nil when it does again. Nothing is lost: it is tried again.
    case storageTrouble(String?)
}

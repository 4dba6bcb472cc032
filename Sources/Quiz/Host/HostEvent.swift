import Timing

/// What happens to a game, with its moment on the host's monotonic clock.
///
/// Moments need not be in order: an answer carries the time it came off the socket, which may lie before the last tick.
/// The game's own time never goes back.
package enum HostEvent: Hashable, Sendable {
    /// A player asks for a seat, takes it again, changes name, or has pressed more of its buttons in the lobby (from 0; nil
    /// when it does not tell). Name and buttons are sanitised here.
    case seat(PlayerID, name: String, buttons: [Int]? = nil, at: MonotonicTime)
    /// The players' connections.
    case connectionUp(PlayerID, at: MonotonicTime)
    case connectionDown(PlayerID, at: MonotonicTime)
    /// The host's owner asks the first question.
    case start(at: MonotonicTime)
    case answer(AnswerArrival)
    /// The board has received the closing QuestionState of `question`, and every answer it proposed before is stored.
    case acknowledgedClose(PlayerID, question: QuestionID, at: MonotonicTime)
    /// Everything that the board had to tell when it answered a question that was asked at `asked` is here.
    case gathered(PlayerID, asked: MonotonicTime, at: MonotonicTime)
    /// The host's owner says whether what was answered aloud is right.
    case verdict(isRight: Bool, at: MonotonicTime)
    /// The host's owner takes the last verdict back; see `HostGame.canUndoVerdict`.
    case undoVerdict(at: MonotonicTime)
    /// Time has passed; wanted at `HostGame.deadline`.
    case tick(at: MonotonicTime)
    /// The host's owner closes the open question now.
    case closeEarly(at: MonotonicTime)
    /// The host's owner goes on from a revealed question: to the next, or after the last one to the end.
    case next(at: MonotonicTime)
    /// The host's owner ends the game; an open question is closed and revealed with the answers that are in.
    case finish(at: MonotonicTime)

    /// The moment of the event.
    package var time: MonotonicTime {
        switch self {
        case .seat(_, _, _, let time), .connectionUp(_, let time), .connectionDown(_, let time), .start(let time),
            .acknowledgedClose(_, _, let time), .gathered(_, _, let time), .verdict(_, let time),
            .undoVerdict(let time), .tick(let time), .closeEarly(let time), .next(let time), .finish(let time):
            time
        case .answer(let arrival): arrival.arrivedAt
        }
    }
}

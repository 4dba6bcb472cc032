/// What the host's engine must do, in order.
///
/// All documents of the actions of one `HostGame.handle` call belong in one transaction, together with the game's
/// snapshot: then a host that is killed at any moment resumes without contradiction. Rulings that come first may be saved
/// before the rest: they are restored from their own documents.
package enum HostAction: Hashable, Sendable {
    /// Save the Game document.
    case publishGame(GameDocument)
    /// Save the QuestionState document.
    case publishState(QuestionState)
    /// Save these PlayerScores (those that changed) and the Leaderboard.
    case publishStandings(scores: [PlayerScore], Leaderboard)
    /// A player has a seat: a new one, or a new name for it. Its sanitised name is given.
    case seated(PlayerID, name: String, isNew: Bool)
    /// A player has pressed a button, from 0, for the first time in the lobby.
    case buttonSeen(PlayerID, Int)
    /// A player has no seat.
    case seatRefused(PlayerID, SeatRefusal)
    /// A question was opened: save the documents inside.
    case openQuestion(OpenedQuestion)
    /// Host only: keep the ruling where no peer can see it. Nothing of it may be published before the reveal.
    case recordRuling(RuledAnswer)
    /// The question is over: save its QuestionState. Boards acknowledge it; the results follow with `reveal`.
    case close(QuestionState)
    /// Somebody pressed at a buzz question: hear what every board has to tell, with nothing that they could tell it by.
    case gather(QuestionID)
    /// The first who pressed may answer aloud: save the QuestionState.
    case call(QuestionState, Buzz)
    /// The answer was wrong, and the question is opened again for the others with what follows: save the results and scores
    /// inside, and nothing that says what is right.
    case passOn(Reveal)
    /// The last verdict counts for nothing, and the one it was about answers aloud again: keep the rulings inside as they were,
    /// delete their results, save the scores and the QuestionState.
    case undoVerdict(UndoneVerdict)
    /// The results are out: save the documents inside.
    case reveal(Reveal)
    /// An answer that was pressed in time but came after the reveal: keep the ruling and save its AnswerResult.
    case recordLate(RuledAnswer)
    /// The host was restarted in a new boot: the answers to this asking are void, the question is asked again.
    case voidAnswers(QuestionID)
    /// An answer counts for nothing.
    case rejected(AnswerArrival, AnswerRejection)
    /// The game is over.
    case finished([Standing])
}

/// What the ids of all documents of one kind in one game begin with, for a query by id.
package enum DocumentPrefix {
    package static func players(of game: GameID) -> String { "player::\(game)::" }
    package static func questions(of game: GameID) -> String { "question::\(game)::" }
    package static func answers(of game: GameID) -> String { "answer::\(game)::" }
    /// The answers to one question.
    package static func answers(of game: GameID, to question: QuestionID) -> String { "answer::\(game)::\(question)::" }
    package static func results(of game: GameID) -> String { "answerResult::\(game)::" }
    package static func scores(of game: GameID) -> String { "score::\(game)::" }
}

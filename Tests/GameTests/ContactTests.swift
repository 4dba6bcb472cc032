import Buttons
import Documents
import FoundationEssentials
import Game
import Quiz
import TestSupport
import Testing
import Timing

/// A contact that may become a press, in the middle of a question.
@Suite struct ContactTests {
    private let directory: TemporaryDirectory
    private let database: Database
    private let engine: PlayerEngine
    private let answerID: String

    init() throws {
        directory = try TemporaryDirectory()
        database = try Database(path: directory.path + "/board")
        let identity = try PlayerIdentity.load(from: database)
        var random = SystemRandomNumberGenerator()
        let game = GameID.random(using: &random)
        let question = QuestionID(game: game, index: 0)
        answerID = DocumentID.answer(game, question, identity.player).text
        let documents = try database.collection()
        try documents.save(
            game.text,
            GameDocument(
                title: "t", joinCode: "ABC123", phase: .asking, questionCount: 1, createdAt: Timestamp(Date())))
        try documents.save(
            question.text, Question(gameId: game, index: 0, text: "?", choices: ["a", "b", "c"], timeLimitSeconds: 9))
        try documents.save(
            DocumentID.questionState(game).text,
            QuestionState(
                gameId: game, currentQuestionId: question, phase: .asking, questionStartSeq: 1,
                questionStartHostUptimeNs: 1, closeAtHostUptimeNs: .max))
        engine = try PlayerEngine(identity: identity, name: "Ana", database: database) { _ in }
        try engine.start()
    }

    private func answer() throws -> Answer? {
        try database.collection().value(answerID, as: Answer.self)
    }

    private func press(_ button: Int, at nanoseconds: Int64) -> Press {
        Press(button: button, time: MonotonicTime(nanoseconds: nanoseconds))
    }

    @Test func aContactAloneAnswersNothing() throws {
        engine.contact(press(1, at: 5))
        engine.stop()
        #expect(try answer() == nil)
    }

    @Test func thePressThatFollowsAnswers() throws {
        engine.contact(press(1, at: 5))
        engine.press(press(1, at: 5))
        engine.stop()
        #expect(try answer()?.selectedChoiceIndex == 1)
        #expect(try answer()?.clientCreatedAtUptimeNs == 5)
    }

    /// A spike on one line while another is pressed.
    @Test func anotherPressThanTheContactCountsAsItIs() throws {
        engine.contact(press(1, at: 5))
        engine.press(press(2, at: 7))
        engine.contact(press(0, at: 9))
        engine.press(press(0, at: 9))
        engine.stop()
        #expect(try answer()?.selectedChoiceIndex == 2)
        #expect(try answer()?.clientCreatedAtUptimeNs == 7)
    }

    @Test func aContactOfAButtonWithoutAChoiceIsIgnored() throws {
        engine.contact(press(3, at: 5))
        engine.press(press(3, at: 5))
        engine.stop()
        #expect(try answer() == nil)
    }
}

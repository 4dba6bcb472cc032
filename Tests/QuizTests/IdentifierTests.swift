import Quiz
import Testing

@Suite struct IdentifierTests {
    @Test(arguments: ["a", "~Zx-_9.", String(repeating: "p", count: 64), "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"])
    func anIdIsKeptAsItIs(text: String) throws {
        #expect(try GameID(text).text == text)
        #expect(try PlayerID(text).text == text)
        #expect(try QuestionID(text).text == text)
    }

    @Test(arguments: ["", "a:b", "a::b", "a b", "ñ", "a\n", String(repeating: "p", count: 65)])
    func anIdThatWouldMakeDocumentIdsAmbiguousIsRefused(text: String) {
        #expect { try GameID(text) } throws: { ($0 as? QuizError)?.code == .invalidIdentifier }
        #expect { try PlayerID(text) } throws: { ($0 as? QuizError)?.code == .invalidIdentifier }
        #expect { try QuestionID(text) } throws: { ($0 as? QuizError)?.code == .invalidIdentifier }
    }

    @Test(
        "document ids read back as what they were built from",
        arguments: [
            (DocumentID.game(Samples.game), "G7"),
            (.player(Samples.game, Samples.player(1)), "player::G7::board-1"),
            (.question(Samples.game, index: 3), "question::G7::3"),
            (.question(Samples.game, index: 3, asking: 2), "question::G7::3-2"),
            (.questionState(Samples.game), "questionState::G7"),
            (
                .answer(Samples.game, try! QuestionID("~q"), Samples.player(1)), "answer::G7::~q::board-1"
            ),
            (
                .answer(Samples.game, QuestionID(game: Samples.game, index: 0), Samples.player(1)),
                "answer::G7::question::G7::0::board-1"
            ),
            (
                .answerResult(Samples.game, QuestionID(game: Samples.game, index: 12, asking: 3), Samples.player(1)),
                "answerResult::G7::question::G7::12-3::board-1"
            ),
            (.score(Samples.game, Samples.player(1)), "score::G7::board-1"),
            (.leaderboard(Samples.game), "leaderboard::G7"),
        ]
    ) func documentID(id: DocumentID, text: String) {
        #expect(id.text == text)
        #expect(DocumentID(parsing: text) == id)
        #expect(id.game == Samples.game)
    }

    @Test(arguments: [
        "", "::", "answer", "player::G7", "player::G7::a::b", "player::G7::", "player::::a", "player:::G7::a",
        "question::G7::-1", "question::G7::01", "question::G7::+1", "question::G7::1-1", "question::G7::1-02",
        "question::G7::1-2-3", "question::G7::1-", "question::G7::99999999999999999999", "questionState",
        "leaderboard::G7::x", "Answer::G7::q::p", "answer::G7::q", "answer::G7::question::G7::p",
        "answer::G7::question::G7::0::x::p", "answer::G7::a:b::p", "answer::G7::q::p::", "score::G 7::p",
        "answer::G7::q::" + String(repeating: "p", count: 65),
    ]) func anythingElseIsNoDocumentOfOurs(text: String) {
        #expect(
            DocumentID(parsing: text) == nil || DocumentID(parsing: text) == (try? GameID(text)).map(DocumentID.game))
        #expect(!text.contains("::") || DocumentID(parsing: text) == nil)
    }

    @Test func theLongestIdsFitADocumentId() throws {
        let long = String(repeating: "x", count: 64)
        let question = QuestionID(game: try GameID(long), index: 99_999, asking: 99)
        let id = DocumentID.answerResult(try GameID(long), question, try PlayerID(long))
        #expect(id.text.utf8.count <= 255)
        #expect(DocumentID(parsing: id.text) == id)
    }

    @Test func prefixesAreThoseOfTheIds() {
        let question = QuestionID(game: Samples.game, index: 0)
        let player = Samples.player(1)
        #expect(DocumentID.player(Samples.game, player).text.hasPrefix(DocumentPrefix.players(of: Samples.game)))
        #expect(
            DocumentID.answer(Samples.game, question, player).text
                == DocumentPrefix.answers(of: Samples.game, to: question) + player.text)
        #expect(
            DocumentPrefix.answers(of: Samples.game, to: question).hasPrefix(DocumentPrefix.answers(of: Samples.game)))
        #expect(DocumentID.score(Samples.game, player).text.hasPrefix(DocumentPrefix.scores(of: Samples.game)))
        #expect(question.text.hasPrefix(DocumentPrefix.questions(of: Samples.game)))
        #expect(
            DocumentID.answerResult(Samples.game, question, player).text
                .hasPrefix(DocumentPrefix.results(of: Samples.game)))
    }

    @Test func randomIdsAreValidAndFollowFromTheirSeed() throws {
        var one = SeededGenerator(seed: 5)
        var other = SeededGenerator(seed: 5)
        let id = GameID.random(using: &one)
        #expect(try GameID(id.text) == id)
        #expect(GameID.random(using: &other) == id)
        #expect(GameID.random(using: &one) != id)
    }
}

import FoundationEssentials
import Quiz
import Testing

@Suite struct DocumentModelTests {
    private func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private func value<T: Decodable>(of type: T.Type = T.self, _ json: String) throws -> T {
        try JSONDecoder().decode(T.self, from: Data(json.utf8))
    }

    @Test func theDocumentsHaveTheAgreedFields() throws {
        let host = Samples.host()
        let question = QuestionID(game: Samples.game, index: 0)
        #expect(
            try json(host.gameDocument)
                == #"{"createdAt":"2026-01-01T00:00:00.000Z","joinCode":"K7Q2ZP","phase":"lobby","questionCount":2,"title":"Friday"}"#
        )
        #expect(
            try json(Player(gameId: Samples.game, displayName: "Ana", joinedAt: Samples.created))
                == #"{"displayName":"Ana","gameId":"G7","joinedAt":"2026-01-01T00:00:00.000Z"}"#)
        #expect(
            try json(Question(gameId: Samples.game, index: 0, text: "?", choices: ["a", "b"], timeLimitSeconds: 15))
                == #"{"choices":["a","b"],"correctChoiceIndex":-1,"gameId":"G7","index":0,"text":"?","timeLimitSeconds":15}"#
        )
        #expect(
            try json(host.questionState)
                == #"{"closeAtHostUptimeNs":0,"currentQuestionIndex":0,"gameId":"G7","phase":"lobby","questionStartHostUptimeNs":0,"questionStartSeq":0}"#
        )
        #expect(
            try json(
                Answer(
                    gameId: Samples.game, questionId: question, playerId: Samples.player(1), selectedChoiceIndex: 2,
                    clientCreatedAtUptimeNs: 9,
                    claim: PressClaim(pressedAt: Samples.origin, clockError: .microseconds(3))))
                == #"{"clientCreatedAtUptimeNs":9,"clockErrorNs":3000,"gameId":"G7","playerId":"board-1","pressedAtHostUptimeNs":50000000000,"questionId":"question::G7::0","selectedChoiceIndex":2}"#
        )
        #expect(
            try json(
                AnswerResult(
                    gameId: Samples.game, questionId: question, playerId: Samples.player(1), isCorrect: true,
                    points: 870, hostReceivedSeq: 4, hostReceivedUptimeNs: 7, pressedAtHostUptimeNs: 5))
                == #"{"gameId":"G7","hostReceivedSeq":4,"hostReceivedUptimeNs":7,"isCorrect":true,"playerId":"board-1","points":870,"pressedAtHostUptimeNs":5,"questionId":"question::G7::0"}"#
        )
    }

    @Test func scoresAndLeaderboardHaveTheAgreedFields() throws {
        var host = Samples.host()
        _ = host.handle(.seat(Samples.player(1), name: "Ana", at: Samples.origin))
        #expect(
            try json(host.scores[0])
                == #"{"correctCount":0,"displayName":"Ana","gameId":"G7","playerId":"board-1","rank":1,"totalPoints":0}"#
        )
        #expect(
            try json(host.leaderboard)
                == #"{"entries":[{"displayName":"Ana","playerId":"board-1","rank":1,"totalPoints":0}],"gameId":"G7"}"#)
    }

    @Test func aPhonesAnswerIsReadAndItsUnknownFieldsAreIgnored() throws {
        let answer: Answer = try value(
            #"{"gameId":"G","questionId":"~q1","playerId":"P","selectedChoiceIndex":1,"clientCreatedAtUptimeNs":5,"mood":{}}"#
        )
        #expect(answer.claim == nil)
        #expect(answer.selectedChoiceIndex == 1)
    }

    @Test func aHostileAnswerIsReadWithoutHarm() throws {
        let answer: Answer = try value(
            #"{"gameId":"G","questionId":"q","playerId":"P","selectedChoiceIndex":-9223372036854775808,"clientCreatedAtUptimeNs":0,"pressedAtHostUptimeNs":9223372036854775807,"clockErrorNs":-9223372036854775808}"#
        )
        #expect(answer.claim?.clockError == .zero)
        #expect(throws: (any Error).self) {
            try value(
                of: Answer.self,
                #"{"gameId":"G::1","questionId":"q","playerId":"P","selectedChoiceIndex":0,"clientCreatedAtUptimeNs":0}"#
            )
        }
    }

    @Test func aKindOfTheFutureReadsAsNone() throws {
        let question: Question = try value(
            #"{"gameId":"G","index":1,"text":"t","choices":["a","b"],"correctChoiceIndex":1,"timeLimitSeconds":9,"kind":"slider"}"#
        )
        #expect(question.kind == nil)
        #expect(question.correctChoiceIndex == 1)
    }

    @Test(arguments: ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000Z"])
    func datesAreReadWithAndWithoutFraction(text: String) throws {
        #expect(try Timestamp(parsing: text) == Samples.created)
    }

    @Test(arguments: ["", "yesterday", "2026-13-01T00:00:00Z", "1767225600"])
    func whatIsNoDateIsRefused(text: String) {
        #expect { try Timestamp(parsing: text) } throws: { ($0 as? QuizError)?.code == .invalidTimestamp }
    }

    @Test func theKeyIsOnlyInTheRevealedQuestion() throws {
        let card = Samples.card(correct: [2, 0])
        let open = card.document(for: Samples.game, index: 4, revealed: false)
        #expect(open.correctChoiceIndex == -1)
        #expect(open.correctChoiceIndices == nil)
        #expect(open.explanation == nil)
        #expect(!(try json(open)).contains("Seven eights"))
        let revealed = card.document(for: Samples.game, index: 4, revealed: true)
        #expect(revealed.correctChoiceIndex == 0)
        #expect(revealed.correctChoiceIndices == [0, 2])
        #expect(revealed.explanation == "Seven eights.")
        #expect(card.key(for: Samples.game, index: 4).correctChoiceIndices == [0, 2])
        let poll = Samples.card(kind: .poll, correct: []).document(for: Samples.game, index: 0, revealed: true)
        #expect(poll.correctChoiceIndex == -1)
    }

    @Test(
        "a question that cannot be played is refused",
        arguments: [
            ("  ", ["a", "b"], [0], QuestionKind.choice, 15, 1),
            ("q", ["a"], [0], .choice, 15, 1),
            ("q", ["a", "b", "c", "d", "e"], [0], .choice, 15, 1),
            ("q", ["a", "b"], [], .choice, 15, 1),
            ("q", ["a", "b"], [2], .choice, 15, 1),
            ("q", ["a", "b"], [-1], .choice, 15, 1),
            ("q", ["a", "b", "c"], [0], .truefalse, 15, 1),
            ("q", ["a", "b"], [0], .poll, 15, 1),
            ("q", ["a", "b"], [0], .choice, 0, 1),
            ("q", ["a", "b"], [0], .choice, 241, 1),
            ("q", ["a", "b"], [0], .choice, 15, 4),
            ("q", ["a", "b"], [0], .choice, 15, -1),
        ]
    ) func badCard(text: String, choices: [String], correct: [Int], kind: QuestionKind, limit: Int, weight: Int) {
        #expect {
            try QuestionCard(
                text: text, choices: choices, correct: correct, kind: kind, limitSeconds: limit, weight: weight)
        } throws: {
            ($0 as? QuizError)?.code == .invalidQuestion
        }
    }

    @Test func aCardSurvivesCodingAndABadOneIsRefused() throws {
        let card = Samples.card(correct: [3, 1])
        #expect(try value(json(card)) == card)
        #expect(throws: QuizError.self) {
            try value(of: QuestionCard.self, json(card).replacing("[1,3]", with: "[7]"))
        }
    }
}

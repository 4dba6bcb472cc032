import Testing

@testable import QuizPacks

@Suite struct PackReadingTests {
    @Test func theLeastAPersonTypesIsAPack() throws {
        let loaded = try Packs.read(
            """
            { "title": "Friday quiz",
              "questions": [ { "text": "Two?", "choices": ["1", "2", "3"], "correct": 2 } ] }
            """)
        #expect(
            loaded.pack
                == QuizPack(
                    title: "Friday quiz",
                    questions: [
                        PackQuestion(
                            text: "Two?", choices: ["1", "2", "3"], correct: [1], kind: .choice, seconds: 15, weight: 1)
                    ]))
        #expect(loaded.warnings.isEmpty)
        #expect(loaded.counts == PackCounts(read: 1))
    }

    @Test func everyFieldIsRead() throws {
        let loaded = try Packs.read(
            """
            { "$schema": "x", "title": "T", "language": "es-MX", "penalty": 50, "negativeTotals": true, "scoring": "flat", "shuffleChoices": true,
              "shuffleQuestions": true, "questions": [
              { "text": "Q", "choices": ["a", "b", "c", "d"], "correct": [4, 1], "kind": "choice", "seconds": 240,
                "weight": 0, "explanation": "E", "category": "C" } ] }
            """)
        let question = PackQuestion(
            text: "Q", choices: ["a", "b", "c", "d"], correct: [0, 3], seconds: 240, weight: 0, explanation: "E",
            category: "C")
        #expect(
            loaded.pack
                == QuizPack(
                    title: "T", language: "es-MX", penalty: 50, negativeTotals: true, scoring: .flat,
                    shuffleChoices: true, shuffleQuestions: true,
                    questions: [question]))
        #expect(loaded.warnings.isEmpty)
    }

    @Test(arguments: [
        (#"{ "text": "Q", "kind": "truefalse", "correct": 2 }"#, PackQuestion.Kind.truefalse, ["True", "False"], [1]),
        (
            #"{ "text": "Q", "kind": "truefalse", "choices": ["Sí", "No"], "correct": [1] }"#, .truefalse,
            ["Sí", "No"], [0]
        ),
        (#"{ "text": "Q", "kind": "poll", "choices": ["a", "b"] }"#, .poll, ["a", "b"], []),
        (#"{ "text": "Q", "kind": "buzz" }"#, .buzz, [], []),
        (#"{ "text": "Q", "choices": ["a", "b"], "correct": 2.0 }"#, .choice, ["a", "b"], [1]),
    ]) func aKindHasItsOwnNeeds(json: String, kind: PackQuestion.Kind, choices: [String], correct: [Int]) throws {
        let loaded = try Packs.read(question: json)
        let question = try #require(loaded.pack.questions.first)
        #expect(question == PackQuestion(text: "Q", choices: choices, correct: correct, kind: kind))
        #expect(loaded.warnings.isEmpty)
    }

    @Test(arguments: [
        (#"7"#, "found 7; expected {"),
        (#"[]"#, "found an empty list; expected {"),
        (#"{ "choices": ["a", "b"], "correct": 1 }"#, "text is missing"),
        (#"{ "text": 5, "choices": ["a", "b"], "correct": 1 }"#, "text is 5; expected a text in quotes"),
        (#"{ "text": " \t ", "choices": ["a", "b"], "correct": 1 }"#, "text is empty"),
        (#"{ "text": "Q", "correct": 1 }"#, "choices are missing; expected a list of 2 to 4 texts"),
        (#"{ "text": "Q", "choices": "a", "correct": 1 }"#, #"choices is the text "a"; expected a list"#),
        (#"{ "text": "Q", "choices": ["a"], "correct": 1 }"#, "found 1 choice; expected 2 to 4"),
        (#"{ "text": "Q", "choices": ["a","b","c","d","e"], "correct": 1 }"#, "found 5 choices; expected 2 to 4"),
        (#"{ "text": "Q", "choices": ["a", ""], "correct": 1 }"#, "choice 2 is empty"),
        (#"{ "text": "Q", "choices": ["a", 3], "correct": 1 }"#, "choice 2 is 3; expected a text in quotes"),
        (#"{ "text": "Q", "choices": ["a", "b", " a "], "correct": 1 }"#, "choice 3 is the same as choice 1"),
        (
            #"{ "text": "Q", "choices": ["a", "b"] }"#,
            "correct is missing; expected the number of the right choice, 1 to 2"
        ),
        (#"{ "text": "Q", "choices": ["a", "b"], "correct": 0 }"#, "correct is 0; expected the number"),
        (#"{ "text": "Q", "choices": ["a", "b"], "correct": 0 }"#, "(choices are counted from 1)"),
        (#"{ "text": "Q", "choices": ["a", "b"], "correct": 3 }"#, "correct is 3; expected the number"),
        (#"{ "text": "Q", "choices": ["a", "b"], "correct": 1.5 }"#, "correct is 1.5; expected"),
        (#"{ "text": "Q", "choices": ["a", "b"], "correct": 1e999 }"#, "correct is inf; expected"),
        (#"{ "text": "Q", "choices": ["a", "b"], "correct": "b" }"#, #"correct is the text "b"; expected"#),
        (#"{ "text": "Q", "choices": ["a", "b"], "correct": [] }"#, "correct is an empty list"),
        (#"{ "text": "Q", "choices": ["a", "b"], "correct": [1, 9] }"#, "correct is 9; expected"),
        (
            #"{ "text": "Q", "kind": "essay" }"#,
            #"kind is the text "essay"; expected one of choice, truefalse, poll, buzz"#
        ),
        (#"{ "text": "Q", "kind": "truefalse" }"#, #"correct is missing; expected 1 for "True" or 2 for "False""#),
        (#"{ "text": "Q", "kind": "truefalse", "correct": true }"#, #"correct is true; expected 1 for "True""#),
        (#"{ "text": "Q", "kind": "truefalse", "correct": [1, 2] }"#, "correct names both choices"),
        (
            #"{ "text": "Q", "kind": "truefalse", "choices": ["a","b","c"], "correct": 1 }"#,
            "found 3 choices; expected 2"
        ),
        (#"{ "text": "Q", "kind": "poll" }"#, "choices are missing"),
        (#"{ "text": "Q", "text": "R", "choices": ["a", "b"], "correct": 1 }"#, #"the field "text" is there twice"#),
    ]) func aQuestionThatCannotBeAskedIsSkippedWithItsReason(json: String, reason: String) throws {
        let loaded = try Packs.read(question: json)
        #expect(loaded.pack.questions.map(\.text) == ["good"])
        #expect(loaded.counts == PackCounts(read: 1, skipped: 1))
        let problem = try #require(loaded.warnings.first)
        #expect(loaded.warnings.count == 1)
        #expect(problem.effect == .skipped)
        #expect(problem.question == 1)
        #expect(problem.line == 3)
        #expect(problem.message.contains(reason), "\(problem.message)")
    }

    @Test(arguments: [
        (#""seconds": 4"#, "seconds is 4; expected a whole number, 5 to 240; 5 is used", 5, 1),
        (#""seconds": 241"#, "seconds is 241; expected a whole number, 5 to 240; 240 is used", 240, 1),
        (#""seconds": 7.5"#, "seconds is 7.5; expected a whole number, 5 to 240; 15 is used", 15, 1),
        (#""seconds": "20""#, #"seconds is the text "20"; expected a whole number, 5 to 240; 15 is used"#, 15, 1),
        (#""weight": -1"#, "weight is -1; expected a whole number, 0 to 3; 0 is used", 15, 0),
        (#""weight": 4"#, "weight is 4; expected a whole number, 0 to 3; 3 is used", 15, 3),
        (#""weight": null"#, "weight is null; expected a whole number, 0 to 3; 1 is used", 15, 1),
        (#""explanation": 3"#, "explanation is 3; expected a text of at most 4000 bytes; it is left out", 15, 1),
        (#""category": {}"#, "category is an object; expected a text of at most 1000 bytes; it is left out", 15, 1),
        (
            #""picture": "../x""#,
            #"picture is the text "../x"; expected the path of a file in the pack's folder; it is left out"#, 15, 1
        ),
        (
            #""picture": "/etc/passwd""#,
            #"picture is the text "/etc/passwd"; expected the path of a file in the pack's folder; it is left out"#, 15,
            1
        ),
        (#""picture": "no/such.jpg""#, #"picture "no/such.jpg" is not in the pack's folder; it is left out"#, 15, 1),
    ]) func aSettingThatIsWrongIsReplacedAndReported(field: String, message: String, seconds: Int, weight: Int) throws {
        let loaded = try Packs.read(
            question: "{ \"text\": \"Q\", \"choices\": [\"a\", \"b\"], \"correct\": 1, \(field) }")
        #expect(
            loaded.pack.questions.first
                == PackQuestion(text: "Q", choices: ["a", "b"], correct: [0], seconds: seconds, weight: weight))
        #expect(loaded.warnings.map(\.message) == [message])
        #expect(loaded.warnings.map(\.effect) == [.changed])
        #expect(loaded.counts == PackCounts(read: 2, changed: 1))
    }

    @Test(arguments: [
        (#"{ "text": "Q", "kind": "poll", "choices": ["a", "b"], "correct": 1 }"#, "a poll has no right choice"),
        (#"{ "text": "Q", "kind": "buzz", "choices": ["a", "b"] }"#, "a buzz question has no choices"),
        (#"{ "text": "Q", "choices": ["a", "b"], "correct": [2, 2] }"#, "correct names choice 2 twice"),
    ]) func whatAKindHasNoUseForIsLeftOutAndReported(json: String, reason: String) throws {
        let loaded = try Packs.read(question: json)
        #expect(loaded.counts == PackCounts(read: 2, changed: 1))
        let problem = try #require(loaded.warnings.first)
        #expect(problem.effect == .changed)
        #expect(problem.message.contains(reason))
    }

    @Test(arguments: [5, 240]) func theOutermostSecondsAreAllowed(seconds: Int) throws {
        let loaded = try Packs.read(
            question: "{ \"text\": \"Q\", \"choices\": [\"a\", \"b\"], \"correct\": 1, \"seconds\": \(seconds) }")
        #expect(loaded.pack.questions.first?.seconds == seconds)
        #expect(loaded.warnings.isEmpty)
    }

    @Test func aProblemNamesTheLineOfTheValueItIsAbout() throws {
        let loaded = try Packs.read(
            "{\r\n\"title\": \"T\",\n\"questions\": [\n{ \"text\": \"Q\",\r\"choices\": [\"a\",\n\"\"],\n\"correct\": 1 },\n"
                + "{ \"text\": \"good\", \"choices\": [\"a\", \"b\"],\n \"correct\": 1, \"colour\": 1 } ] }")
        #expect(
            loaded.warnings.map(\.description) == [
                "test.quiz.json:6: question 1 skipped: choice 2 is empty; expected a text",
                "test.quiz.json:9: question 2: unknown field \"colour\" ignored; known are text, choices, correct, kind, "
                    + "seconds, weight, explanation, picture, category",
            ])
    }

    @Test func textsTooLongToReadAreKeptAndNoted() throws {
        let text = String(repeating: "é", count: 121)
        let choice = String(repeating: "x", count: 76)
        let loaded = try Packs.read(
            question: "{ \"text\": \"\(text)\", \"choices\": [\"a\", \"\(choice)\"], \"correct\": 1 }")
        #expect(loaded.pack.questions.first?.text == text)
        #expect(loaded.pack.questions.first?.choices == ["a", choice])
        #expect(
            loaded.warnings.map(\.message) == [
                "the text has 121 characters; more than 120 are hard to read",
                "choice 2 has 76 characters; more than 75 are hard to read",
            ])
        #expect(loaded.counts == PackCounts(read: 2))

        let readable = try Packs.read(
            question:
                "{ \"text\": \"\(text.dropLast())\", \"choices\": [\"a\", \"\(choice.dropLast())\"], \"correct\": 1 }")
        #expect(readable.warnings.isEmpty)
    }

    @Test func aQuestionTooLargeForOneDocumentIsSkipped() throws {
        let long = String(repeating: "x", count: PackLimits.textBytes)
        let fits = try Packs.read(question: "{ \"text\": \"\(long)\", \"choices\": [\"a\", \"b\"], \"correct\": 1 }")
        #expect(fits.counts.read == 2)
        let tooLong = try Packs.read(
            question: "{ \"text\": \"\(long)x\", \"choices\": [\"a\", \"b\"], \"correct\": 1 }")
        #expect(tooLong.counts.skipped == 1)
        #expect(tooLong.warnings.first?.message == "text has 4001 bytes; expected at most 4000")
    }

    @Test func settingsOfThePackThatAreWrongAreReplacedAndReported() throws {
        let loaded = try Packs.read(
            """
            { "language": "a language", "penalty": 1001, "scoring": "fast", "shuffleChoices": "yes", "colour": "red", "size": 3,
              "questions": [ { "text": "Q", "choices": ["a", "b"], "correct": 1 } ] }
            """)
        #expect(
            loaded.pack
                == QuizPack(
                    title: "test", penalty: 1000,
                    questions: [PackQuestion(text: "Q", choices: ["a", "b"], correct: [0])]))
        #expect(loaded.warnings.filter { $0.effect == .changed }.count == 5)
        #expect(
            loaded.warnings.filter { $0.effect == .note }.map(\.message).first?.hasPrefix("the field \"colour\"")
                == true)
        #expect(loaded.warnings.allSatisfy { $0.line == 1 && $0.question == nil })
    }
}

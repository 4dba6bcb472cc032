import Testing

@testable import QuizPacks

@Suite struct PackOrderTests {
    /// Question `n` has the choices `n0`…`n3`, and `n` modulo 4 is right.
    private func pack(shuffleQuestions: Bool = true, shuffleChoices: Bool = true) -> QuizPack {
        QuizPack(
            title: "T", shuffleChoices: shuffleChoices, shuffleQuestions: shuffleQuestions,
            questions: (0..<12).map { number in
                PackQuestion(
                    text: "\(number)", choices: (0..<4).map { "\(number):\($0)" },
                    correct: number == 0 ? [1, 3] : [number % 4])
            })
    }

    /// Numbers that another implementation of SplitMix64 gives for seed 1234567.
    @Test func theGeneratorIsSplitMix64() {
        var generator = SplitMix64(seed: 1_234_567)
        #expect(
            (0..<5).map { _ in generator.next() } == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ])
    }

    /// A replay of an old game must not change. The numbers were worked out by another program.
    @Test func aSeedDrawsTheSameOrderInEveryVersion() {
        let order = PackOrder(of: pack(), seed: 42)
        #expect(order.questions == [9, 7, 11, 5, 4, 10, 6, 0, 3, 2, 1, 8])
        #expect(order.choices.first == [0, 2, 1, 3])
    }

    @Test(arguments: 0..<200) func shufflingMovesTheRightChoicesWithTheirTexts(seed: Int) throws {
        let pack = pack()
        let order = PackOrder(of: pack, seed: UInt64(seed))
        let arranged = order.arrange(pack)
        #expect(order.questions.sorted() == Array(0..<12))
        #expect(arranged.map(\.text) == order.questions.map { "\($0)" })
        for question in arranged {
            let original = try #require(pack.questions.first { $0.text == question.text })
            #expect(question.choices.sorted() == original.choices.sorted())
            #expect(question.correct == question.correct.sorted())
            let rightTexts = Set(question.correct.map { question.choices[$0] })
            #expect(rightTexts == Set(original.correct.map { original.choices[$0] }))
        }
    }

    @Test func seedsDifferAndEveryPlaceIsReached() {
        let orders = (0..<200).map { PackOrder(of: pack(), seed: UInt64($0)) }
        #expect(Set(orders.map(\.questions)).count == 200)
        #expect(Set(orders.map { $0.questions[0] }) == Set(0..<12))
        #expect(Set(orders.map { $0.choices[0] }).count == 24)
    }

    @Test func withoutShufflingTheOrderIsTheFiles() {
        let pack = pack(shuffleQuestions: false, shuffleChoices: false)
        #expect(PackOrder(of: pack, seed: 7).arrange(pack) == pack.questions)
    }

    @Test func theChoicesOfAQuestionDoNotDependOnTheOthers() {
        var shorter = pack(shuffleQuestions: false)
        let long = PackOrder(of: shorter, seed: 9)
        shorter.questions.removeLast(4)
        shorter.questions[2].kind = .poll
        let short = PackOrder(of: shorter, seed: 9)
        #expect(short.choices[5] == long.choices[5])
        #expect(short.choices[7] == long.choices[7])
    }

    @Test(arguments: [PackQuestion.Kind.truefalse, .poll]) func anOrderThatMeansSomethingIsKept(kind: PackQuestion.Kind)
    {
        let question = PackQuestion(text: "Q", choices: ["a", "b"], correct: kind == .poll ? [] : [1], kind: kind)
        let pack = QuizPack(title: "T", shuffleChoices: true, questions: [question])
        for seed in 0..<20 {
            #expect(PackOrder(of: pack, seed: UInt64(seed)).arrange(pack) == [question])
        }
    }
}

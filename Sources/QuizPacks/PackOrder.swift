/// The order in which a game asks a pack's questions and shows their choices.
///
/// The same pack and seed give the same order on every machine and with every version of this program, so a game can be
/// replayed. A question's choices depend on the seed and on its place in the file, not on the other questions.
package struct PackOrder: Sendable, Equatable {
    /// `questions[n]` is the place in the pack, from 0, of the question asked as number `n`.
    package let questions: [Int]
    /// `choices[n][k]` is the place in the file of the choice shown on button `k` of the question asked as number `n`.
    package let choices: [[Int]]

    /// Draws the order from `seed`, as far as the pack asks for it: without `shuffleQuestions` and `shuffleChoices` it is
    /// the file's. True/false questions and polls keep the order of their choices, which means something there.
    package init(of pack: QuizPack, seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let order = Array(pack.questions.indices)
        questions = pack.shuffleQuestions ? generator.shuffle(order) : order
        choices = questions.map { place in
            let question = pack.questions[place]
            let order = Array(question.choices.indices)
            guard pack.shuffleChoices, question.kind == .choice else { return order }
            var generator = SplitMix64(seed: seed)
            generator = SplitMix64(seed: generator.next() ^ UInt64(place))
            return generator.shuffle(order)
        }
    }

    /// The questions as the game asks them: `correct` follows its choices.
    ///
    /// - Parameter pack: the pack that the order was made of; another one with as few questions or choices traps.
    package func arrange(_ pack: QuizPack) -> [PackQuestion] {
        zip(questions, choices).map { place, order in
            var question = pack.questions[place]
            let original = question
            question.choices = order.map { original.choices[$0] }
            question.correct = order.indices.filter { original.correct.contains(order[$0]) }
            return question
        }
    }
}

import Buttons
import Quiz
import Timing

/// A made-up player: how well and how fast it answers follows from the seed.
struct DemoBot {
    static let names = [
        "Ada", "Blas", "Chloé", "Dario", "Elif", "Femi", "Greta", "Hugo", "Iris", "Jun", "Kaya", "Leo", "Mila", "Nico",
        "Olga", "Pau", "Quim", "Rosa", "Sven", "Tala",
    ]

    let name: String
    let script: ButtonScript

    /// The `number`th bot of a game with these questions.
    init(number: Int, cards: [QuestionCard], seed: UInt64, isFast: Bool) {
        let round = number / Self.names.count
        name = Self.names[number % Self.names.count] + (round == 0 ? "" : " \(round + 1)")
        var generator = SeededGenerator(seed: seed &+ UInt64(number) &* 7919 &+ 1)
        let skill = 45 + generator.index(below: 50)
        script = ButtonScript(
            cards.enumerated().map { index, card in
                let isRight = generator.index(below: 100) < skill
                let options = card.choices.indices.filter {
                    card.correct.isEmpty || card.correct.contains($0) == isRight
                }
                // A buzz question has none: any button says the same.
                let choice = options.isEmpty ? 0 : options[generator.index(below: options.count)]
                let longest = isFast ? 280_000 : min(7_000_000, card.limitSeconds * 700_000)
                // A finger lifts before it presses again: longer than the hold, its bounces and the quiet after them.
                let shortest = isFast ? 60_000 : 900_000
                let delay = shortest + generator.index(below: max(1, longest - shortest))
                return .init(
                    .question(index), after: .microseconds(delay),
                    .press(button: choice, hold: .milliseconds(40), bounces: generator.index(below: 4)))
            })
    }
}

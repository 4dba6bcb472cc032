import Quiz
import Testing
import Timing

/// Who was first; times and errors in milliseconds.
@Suite struct PressOrderTests {
    private func order(_ presses: [(at: Int, error: Int)], seed: UInt64 = 1) -> PressOrder {
        var generator = SeededGenerator(seed: seed)
        return PressOrder(
            presses.enumerated().map { number, press in
                PressOrder.Press(
                    player: Samples.player(number), pressedAt: Samples.time(press.at),
                    error: .milliseconds(press.error))
            }, using: &generator)
    }

    private func names(_ order: PressOrder) -> [Int] {
        order.places.compactMap { place in (0..<9).first { Samples.player($0) == place.press.player } }
    }

    @Test(
        arguments: [
            // Far apart: the times decide.
            ([(30, 1), (10, 1), (20, 1)], [1, 2, 0]),
            // Overlapping: the smaller error goes first, though it pressed later.
            ([(10, 5), (12, 1)], [1, 0]),
            // Touching is overlapping; a millisecond more is not.
            ([(10, 3), (15, 2)], [1, 0]), ([(10, 3), (16, 2)], [0, 1]),
            // 0 equals 1 and 1 equals 2, but 2 does not equal 0 and cannot pass it.
            ([(10, 3), (14, 2), (17, 1)], [1, 0, 2]),
            // An error as long as a minute equals everybody, and comes behind them.
            ([(5, 60_000), (10, 1), (100, 1)], [1, 2, 0]),
            ([], []),
        ] as [([(Int, Int)], [Int])]
    ) func places(presses: [(Int, Int)], places: [Int]) {
        #expect(names(order(presses.map { (at: $0.0, error: $0.1) })) == places)
    }

    @Test func theEqualOnesAreNamed() {
        let order = order([(10, 3), (14, 2), (17, 1)])
        #expect(order.places.map { $0.equals.map(\.text) } == [["board-0", "board-2"], ["board-1"], ["board-1"]])
    }

    @Test func equalErrorsAreDrawnAndTheSeedDrawsTheSame() {
        let firsts = (0..<200).map { names(order([(10, 2), (11, 2)], seed: $0)).first }
        #expect((60...140).contains(firsts.count { $0 == 0 }), "neither seat is favoured")
        #expect(firsts == (0..<200).map { names(order([(10, 2), (11, 2)], seed: $0)).first })
    }

    /// The first came at 11, so that it is earlier than the second, however little is known of it.
    @Test func aPressWasNotAfterItsArrival() {
        func press(_ number: Int, _ at: Int, error: Int, arrivedAt: Int?) -> PressOrder.Press {
            PressOrder.Press(
                player: Samples.player(number), pressedAt: Samples.time(at), error: .milliseconds(error),
                arrivedAt: arrivedAt.map(Samples.time))
        }
        for (arrivedAt, first) in [(11, 0), (12, 1), (nil, 1)] {
            var generator = SeededGenerator(seed: 1)
            let presses = [
                press(0, 10, error: 5_000, arrivedAt: arrivedAt), press(1, 13, error: 1, arrivedAt: 20),
            ]
            #expect(names(PressOrder(presses, using: &generator)).first == first)
        }
    }

    @Test func extremesDoNotOverflow() {
        var generator = SeededGenerator(seed: 1)
        let moments: [Int64] = [.min + 2, .max - 2]
        let presses = moments.map {
            PressOrder.Press(
                player: Samples.player($0 < 0 ? 1 : 2), pressedAt: MonotonicTime(nanoseconds: $0),
                error: .seconds(Int64.max))
        }
        #expect(PressOrder(presses, using: &generator).places.map(\.equals.count) == [1, 1])
    }

    @Test func nobodyStandsBehindAPressThatWasSurelyLater() {
        // The third is known best and equal to the first, but surely later than the second.
        #expect(names(order([(10, 10), (12, 3), (19, 1)])) == [1, 2, 0])
    }
}

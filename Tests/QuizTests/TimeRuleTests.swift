import Testing
import Timing

@testable import Quiz

/// The rules of time, with tables worked by hand. The sample question is open from 0 to 10,000 ms; its third choice is right.
@Suite struct TimeRuleTests {
    /// A host whose first question is open for two players, the second of whom never answers.
    private func asking() -> HostGame {
        var host = Samples.host()
        host.fill(2)
        _ = host.handle(.start(at: Samples.time(0)))
        return host
    }

    @Test(
        "the close: what was pressed until then counts, when it came soon enough",
        arguments: [
            // claim, arrival, allowance: points (nil for a refusal)
            (9_999, 10_000, 250, 100), (10_000, 10_000, 250, 100), (10_000, 10_200, 250, 100),
            (9_900, 10_200, 250, 100), (10_001, 10_200, 250, nil), (10_001, 10_001, 250, nil),
            // Told too late to be believed: the arrival less the allowance is after the close.
            (9_000, 10_251, 250, nil), (9_000, 10_250, 250, 100), (9_000, 11_900, 2_000, 100),
            (5_000, 5_200, 250, 500), (4_000, 5_200, 250, 505), (nil, 5_200, 250, 480),
        ] as [(Int?, Int, Int, Int?)]
    ) func close(claim: Int?, arrival: Int, allowance: Int, points: Int?) {
        var host = asking()
        let actions = host.handle(
            .answer(
                Samples.arrival(
                    1, choice: 2, pressed: claim, arrived: arrival, allowance: .milliseconds(allowance))))
        #expect(actions.rulings.map(\.result.points) == (points.map { [$0] } ?? []))
        if points == nil { #expect(actions.rejections == [.afterClose]) }
    }

    @Test(
        "after the reveal: pressed in time is late and earns nothing, pressed later is nothing",
        arguments: [(9_999, true), (10_000, true), (10_001, false)]
    ) func late(claim: Int, isLate: Bool) {
        var host = asking()
        _ = host.handle(.tick(at: Samples.time(10_000)))
        let reveal = host.handle(.tick(at: Samples.time(12_000)))
        #expect(reveal.reveals.count == 1)
        let actions = host.handle(.answer(Samples.arrival(1, choice: 2, pressed: claim, arrived: 12_001)))
        #expect(actions.lateRulings.map(\.result.points) == (isLate ? [0] : []))
        #expect(actions.lateRulings.allSatisfy { $0.result.isLate == true && !$0.result.isCorrect })
        #expect(actions.rejections == (isLate ? [] : [.afterClose]))
        #expect(host.points(1) == 0)
        let again = host.handle(.answer(Samples.arrival(1, choice: 2, pressed: claim, arrived: 12_002)))
        #expect(again.rejections == [isLate ? .repeated : .afterClose])
    }

    @Test(
        "the stated error: the claim's own, and what it was moved by",
        arguments: [
            // claim, arrival, allowance, error; the claim's own is 1 ms
            (5_000, 5_100, 250, 1), (4_000, 5_100, 250, 851), (5_300, 5_100, 250, 201), (nil, 5_100, 250, nil),
        ] as [(Int?, Int, Int, Int?)]
    ) func error(claim: Int?, arrival: Int, allowance: Int, error: Int?) {
        var host = asking()
        let ruled = host.handle(
            .answer(
                Samples.arrival(
                    1, choice: 2, pressed: claim, arrived: arrival, allowance: .milliseconds(allowance)))
        ).rulings.first
        #expect(ruled?.error == error.map { .milliseconds($0) })
        #expect(ruled?.result.wasClamped == ((error ?? 1) > 1 ? true : nil))
    }

    @Test func aPressDuringTheRevealDoesNotUseUpTheNextQuestion() {
        var host = asking()
        _ = host.handle(.tick(at: Samples.time(10_000)))
        _ = host.handle(.tick(at: Samples.time(12_000)))
        let early = host.handle(.answer(Samples.arrival(1, choice: 2, pressed: 12_500, arrived: 12_501, question: 1)))
        #expect(early.rulings.isEmpty && early.rejections == [.notOpen])
        _ = host.handle(.next(at: Samples.time(13_000)))
        let answer = host.handle(.answer(Samples.arrival(1, choice: 2, pressed: 13_500, arrived: 13_501, question: 1)))
        #expect(answer.rulings.map(\.result.points) == [950])
    }

    @Test func fiftyDocumentsOfOneBoardCountOnce() {
        var host = asking()
        var ruled = 0
        for copy in 0..<50 {
            ruled +=
                host.handle(
                    .answer(Samples.arrival(1, choice: copy % 4, pressed: 1_000, arrived: 1_001 + copy, sequence: copy))
                ).rulings.count
        }
        #expect(ruled == 1)
    }

    @Test func aHundredAndFiftyBoardsAnswerTwentyTimesAndTotalsAreSums() {
        let players = 150
        var host = Samples.host(
            (0..<20).map { Samples.card(weight: $0 % 4) },
            settings: HostSettings(scoring: Scoring(penalty: 70), seatLimit: players))
        host.fill(players)
        var numbers = SeededGenerator(seed: 5)
        var sums: [PlayerID: Int] = [:]
        var results = 0
        for question in 0..<20 {
            let start = question * 20_000
            _ = host.handle(question == 0 ? .start(at: Samples.time(start)) : .next(at: Samples.time(start)))
            for player in 1...players {
                let pressed = start + 1_000 + numbers.index(below: 200)
                let arrival = Samples.arrival(
                    player, choice: numbers.index(below: 4), pressed: pressed,
                    arrived: pressed + numbers.index(below: 100), question: question)
                _ = host.handle(.answer(arrival))
            }
            for player in 1...players {
                let actions = host.handle(
                    .acknowledgedClose(
                        Samples.player(player), question: QuestionID(game: Samples.game, index: question),
                        at: Samples.time(start + 1_400)))
                for result in actions.reveals.flatMap(\.results) {
                    sums[result.playerId, default: 0] += result.points
                    results += 1
                    #expect((-70...1_000 * (question % 4)).contains(result.points))
                }
            }
        }
        #expect(results == 20 * players)
        for seat in host.seats { #expect(sums[seat.player] == seat.points) }
    }
}

import Quiz
import Testing
import Timing

@Suite struct RulesTests {
    @Test(
        "speed: max(100, Int(1000 × (1 - t / limit))) × weight",
        arguments: [
            (0, 10, 1, 1000), (1000, 10, 1, 900), (2500, 10, 1, 750), (5000, 10, 1, 500), (9000, 10, 1, 100),
            (8999, 10, 1, 100), (8750, 10, 1, 125), (10_000, 10, 1, 100), (99_000, 10, 1, 100), (-5, 10, 1, 1000),
            (5000, 10, 2, 1000), (5000, 10, 3, 1500), (5000, 10, 0, 0), (1950, 15, 1, 870), (1, 240, 1, 999),
            // In Double, as the phones' host computes it: 1 - 12/15 is a hair below 0.2.
            (12_000, 15, 1, 199),
        ]
    ) func speed(milliseconds: Int, limit: Int, weight: Int, points: Int) {
        let scoring = Scoring()
        #expect(
            scoring.pointsForCorrect(elapsed: .milliseconds(milliseconds), limit: .seconds(limit), weight: weight)
                == points)
    }

    @Test(arguments: [(0, 0), (1, 1000), (3, 3000)]) func flatIsAThousandWhenever(weight: Int, points: Int) {
        let scoring = Scoring(mode: .flat)
        for seconds in [0, 5, 10] {
            #expect(
                scoring.pointsForCorrect(elapsed: .seconds(seconds), limit: .seconds(10), weight: weight) == points)
        }
    }

    @Test(
        "a wrong answer costs the penalty, down to zero unless the pack says so",
        arguments: [
            (0, 500, 1, false, 0), (200, 500, 1, false, -200), (200, 150, 1, false, -150), (200, 0, 1, false, 0),
            (200, 500, 3, false, -200), (200, 500, 0, false, 0), (200, 150, 1, true, -200), (200, -100, 1, true, -200),
            (200, -100, 1, false, 0), (-50, 500, 1, false, 0),
        ]
    ) func penalty(penalty: Int, total: Int, weight: Int, allowsNegative: Bool, points: Int) {
        let scoring = Scoring(penalty: penalty, allowsNegativeTotals: allowsNegative)
        #expect(scoring.pointsForWrong(total: total, weight: weight) == points)
    }

    @Test(
        "rulings: start 1000, times in ms",
        arguments: [
            // claim, arrival, allowance, ruled, clamped
            (nil, 1500, 250, 1500, false),
            (1400, 1500, 250, 1400, false),
            (1250, 1500, 250, 1250, false),
            (1249, 1500, 250, 1250, true),
            (0, 1500, 250, 1250, true),
            (900, 1100, 250, 1000, true),
            (1600, 1500, 250, 1500, true),
            (1500, 1500, 0, 1500, false),
            (1400, 1500, 0, 1500, true),
            (1400, 1500, -10, 1500, true),
            (Int.min / 2_000_000, 1500, 2000, 1000, true),
            (Int.max / 2_000_000, 1500, 2000, 1500, true),
            (800, 900, 250, 900, true),
        ] as [(Int?, Int, Int, Int, Bool)]
    ) func ruling(claim: Int?, arrival: Int, allowance: Int, ruled: Int, clamped: Bool) {
        func time(_ milliseconds: Int) -> MonotonicTime { MonotonicTime(nanoseconds: Int64(milliseconds) * 1_000_000) }
        let ruling = Ruling(
            claim: claim.map { PressClaim(pressedAt: time($0), clockError: .zero) },
            arrival: time(arrival),
            start: time(1000),
            allowance: .milliseconds(allowance)
        )
        #expect(ruling.pressedAt == time(ruled))
        #expect(ruling.wasClamped == clamped)
    }

    @Test(
        "the allowance is the measured delay and 30 ms, capped by the kind of peer",
        arguments: [
            (nil, false, 30), (nil, true, 30), (5, false, 35), (219, false, 249), (220, false, 250),
            (900, false, 250), (900, true, 930), (5000, true, 2000), (-7, true, 30),
        ] as [(Int?, Bool, Int)]
    ) func allowance(delay: Int?, isPaired: Bool, allowance: Int) {
        #expect(
            Ruling.allowance(measuredDelay: delay.map { .milliseconds($0) }, isPaired: isPaired)
                == .milliseconds(allowance))
        #expect(Ruling.allowance(measuredDelay: .seconds(Int64.max), isPaired: true) == .seconds(2))
    }

    @Test func equalPointsShareARankAndTheNextSkips() {
        let seats = [
            Seat(player: Samples.player(1), name: "Zoe", points: 900, correct: 1),
            Seat(player: Samples.player(2), name: "Bea", points: 900, correct: 1),
            Seat(player: Samples.player(3), name: "Cy", points: 900, correct: 2),
            Seat(player: Samples.player(4), name: "Di", points: 1000, correct: 1),
            Seat(player: Samples.player(5), name: "Ed", points: 0),
            Seat(player: Samples.player(6), name: "Ed", points: 0),
            Seat(player: Samples.player(7), name: "Flo", points: -20, correct: 9),
        ]
        let standings = Ranking.standings(seats.reversed())
        #expect(standings.map(\.name) == ["Di", "Cy", "Bea", "Zoe", "Ed", "Ed", "Flo"])
        #expect(standings.map(\.rank) == [1, 2, 2, 2, 5, 5, 7])
        #expect(standings[4].player == Samples.player(5))
        #expect(Ranking.standings([]) == [])
    }

    @Test func pointsAreComparedAsNumbers() {
        let seats = [9, 10, 100].map { Seat(player: Samples.player($0), name: "n\($0)", points: $0) }
        #expect(Ranking.standings(seats).map(\.points) == [100, 10, 9])
    }
}

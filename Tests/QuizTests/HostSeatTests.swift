import Testing
import Timing

@testable import Quiz

@Suite struct HostSeatTests {
    @Test func aSeatIsGivenAndPublished() {
        var game = Samples.host()
        let actions = game.handle(.seat(Samples.player(1), name: " Ana\u{202E} ", at: Samples.origin))
        #expect(
            actions == [
                .seated(Samples.player(1), name: "Ana", isNew: true),
                .publishStandings(scores: game.scores, game.leaderboard),
            ])
        #expect(game.leaderboard.entries.map(\.displayName) == ["Ana"])
        #expect(game.handle(.seat(Samples.player(1), name: "Ana", at: Samples.origin)) == [])
    }

    @Test func aNewNameKeepsSeatAndPoints() throws {
        var game = Samples.host()
        game.fill(2)
        _ = game.handle(.start(at: Samples.time(0)))
        _ = game.handle(.answer(Samples.arrival(1, choice: 2, arrived: 0)))
        _ = game.handle(.answer(Samples.arrival(2, choice: 1, arrived: 0)))
        _ = game.handle(.tick(at: Samples.time(3_000)))
        let actions = game.handle(.seat(Samples.player(1), name: "Zoe", at: Samples.time(3_001)))
        #expect(actions.first == .seated(Samples.player(1), name: "Zoe", isNew: false))
        #expect(game.seats.map(\.name) == ["Zoe", "Name 2"])
        #expect(game.points(1) == 1000)
    }

    @Test func aNameWithNothingVisibleIsNumbered() {
        var game = Samples.host()
        game.fill(1)
        _ = game.handle(.seat(Samples.player(2), name: "\u{200D}\n", at: Samples.origin))
        #expect(game.seats.last?.name == "Player 2")
        _ = game.handle(.seat(Samples.player(1), name: "", at: Samples.origin))
        #expect(game.seats.first?.name == "Player 1")
    }

    @Test func aNewcomerMovesThoseBelowZeroDown() throws {
        let scoring = Scoring(penalty: 100, allowsNegativeTotals: true)
        var game = Samples.host(settings: HostSettings(scoring: scoring))
        game.fill(1)
        _ = game.handle(.start(at: Samples.time(0)))
        _ = game.handle(.answer(Samples.arrival(1, choice: 1, arrived: 10)))
        _ = game.handle(.tick(at: Samples.time(3_000)))
        let actions = game.handle(.seat(Samples.player(2), name: "Bea", at: Samples.time(4_000)))
        guard case .publishStandings(let scores, _) = try #require(actions.last) else {
            Issue.record("no standings in \(actions)")
            return
        }
        #expect(scores.map(\.totalPoints) == [0, -100])
        #expect(scores.map(\.rank) == [1, 2])
    }

    @Test func theRoomIsFullAndTheGameIsOver() {
        var game = Samples.host(settings: HostSettings(seatLimit: 1))
        game.fill(1)
        let stranger = HostEvent.seat(Samples.player(2), name: "x", at: Samples.origin)
        #expect(game.handle(stranger) == [.seatRefused(Samples.player(2), .roomFull)])
        #expect(game.handle(.seat(Samples.player(1), name: "still", at: Samples.origin)).count == 2)
        _ = game.handle(.finish(at: Samples.origin))
        #expect(game.handle(stranger) == [.seatRefused(Samples.player(2), .gameFinished)])
        #expect(game.handle(.seat(Samples.player(1), name: "late", at: Samples.origin)) == [])
    }

    @Test func whoComesInTheMiddleOfAQuestionMayAnswerIt() {
        var game = Samples.host()
        game.fill(1)
        _ = game.handle(.start(at: Samples.time(0)))
        _ = game.handle(.connectionUp(Samples.player(2), at: Samples.time(100)))
        _ = game.handle(.seat(Samples.player(2), name: "Bea", at: Samples.time(100)))
        #expect(game.handle(.answer(Samples.arrival(1, choice: 2, arrived: 200))).closes.isEmpty, "Bea is missing")
        #expect(game.handle(.answer(Samples.arrival(2, choice: 2, arrived: 1_000))).closes.count == 1)
    }
}

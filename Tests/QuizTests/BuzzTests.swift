import Testing
import Timing

@testable import Quiz

/// Questions that the first to press answers aloud.
@Suite struct BuzzTests {
    static func game(
        _ players: Int = 3, cards: [QuestionCard] = [Samples.buzzCard(), Samples.card()],
        settings: HostSettings = HostSettings()
    ) -> HostGame {
        var game = Samples.host(cards, settings: settings)
        game.fill(players)
        _ = game.handle(.start(at: Samples.time(0)))
        return game
    }

    /// The boards have answered questions that were asked now.
    static func gather(_ game: inout HostGame, _ players: ClosedRange<Int>, at time: Int) -> [HostAction] {
        players.flatMap {
            game.handle(.gathered(Samples.player($0), asked: Samples.time(time), at: Samples.time(time)))
        }
    }

    private static func acknowledge(_ game: inout HostGame, _ players: ClosedRange<Int>, at time: Int) -> [HostAction] {
        guard let question = game.round?.question else { return [] }
        return players.flatMap {
            game.handle(.acknowledgedClose(Samples.player($0), question: question, at: Samples.time(time)))
        }
    }

    static func press(
        _ game: inout HostGame, _ player: Int, at pressed: Int, arrived: Int, asking: Int = 1,
        error: Duration = .milliseconds(1), linkError: Duration? = .zero
    ) -> [HostAction] {
        game.handle(
            .answer(
                Samples.arrival(
                    player, choice: 3, pressed: pressed, arrived: arrived, asking: asking, sequence: arrived,
                    error: error, linkError: linkError)))
    }

    @Test func theFirstPressStopsTheClockAndWaitsForWhoMayHaveBeenEarlier() {
        var game = Self.game()
        let first = Self.press(&game, 1, at: 2_000, arrived: 2_005)
        #expect(first.contains(.gather(QuestionID(game: Samples.game, index: 0))))
        #expect(first.closes.isEmpty && first.calls.isEmpty)
        #expect(game.phase == .asking && game.questionState.closeAtHostUptimeNs == Samples.time(10_000).nanoseconds)
        // Questions asked before the press say nothing.
        _ = game.handle(.gathered(Samples.player(2), asked: Samples.time(2_004), at: Samples.time(2_050)))
        // Pressed earlier, came later.
        #expect(Self.press(&game, 2, at: 1_950, arrived: 2_100).calls.isEmpty)
        let called = Self.gather(&game, 1...3, at: 2_110)
        #expect(called.calls.first?.places.map(\.player) == [Samples.player(2), Samples.player(1)])
        #expect(called.calls.first?.places.map(\.gap) == [.zero, .milliseconds(50)])
        #expect(game.questionState.answeringPlayerId == Samples.player(2))
        #expect(game.phase == .closed && game.deadline == nil)
    }

    @Test func aRightAnswerEarnsWhatItsPressWasWorthAndOthersNothing() {
        var game = Self.game()
        _ = Self.press(&game, 1, at: 2_500, arrived: 2_505)
        _ = Self.press(&game, 2, at: 2_512, arrived: 2_520)
        _ = Self.gather(&game, 1...3, at: 2_530)
        let reveal = game.handle(.verdict(isRight: true, at: Samples.time(9_000))).reveals.first
        #expect(reveal?.results.map(\.points) == [750, 0])
        #expect(reveal?.results.map(\.isCorrect) == [true, false])
        #expect(reveal?.results.map(\.buzzPlace) == [1, 2])
        #expect(reveal?.results.map(\.buzzGapNs) == [0, 12_000_000])
        #expect(reveal?.buzz?.isRight == true)
        #expect(game.points(1) == 750 && game.points(2) == 0)
        #expect(game.seats.map(\.correct) == [1, 0, 0])
    }

    @Test func aWrongAnswerLocksOutAndOpensTheQuestionForTheRest() {
        var game = Self.game(settings: HostSettings(scoring: Scoring(penalty: 200, allowsNegativeTotals: true)))
        _ = Self.press(&game, 1, at: 4_000, arrived: 4_005)
        _ = Self.gather(&game, 1...3, at: 4_010)
        let actions = game.handle(.verdict(isRight: false, at: Samples.time(20_000)))
        #expect(actions.reveals.isEmpty && actions.passedOn.first?.results.map(\.points) == [-200])
        #expect(actions.opened.map(\.id) == [QuestionID(game: Samples.game, index: 0, asking: 2)])
        #expect(actions.opened.first?.state.lockedOutPlayerIds == [Samples.player(1)])
        // The clock stood still: six of the ten seconds are left.
        #expect(actions.opened.first?.state.closeAtHostUptimeNs == Samples.time(26_000).nanoseconds)
        #expect(game.points(1) == -200)

        #expect(Self.press(&game, 1, at: 20_500, arrived: 20_501, asking: 2).rejections == [.lockedOut])
        // What was pressed at the first opening is late, and does not count for the second.
        let late = Self.press(&game, 2, at: 4_100, arrived: 20_502)
        #expect(late.lateRulings.map(\.result.points) == [0] && game.round?.rulings.isEmpty == true)
        _ = Self.press(&game, 2, at: 21_000, arrived: 21_001, asking: 2)
        _ = Self.gather(&game, 1...3, at: 21_010)
        let reveal = game.handle(.verdict(isRight: true, at: Samples.time(25_000))).reveals.first
        // 4 s before and 1 s since: half of the time.
        #expect(reveal?.results.map(\.points) == [500])
        #expect(reveal?.buzz?.lockedOut == [Samples.player(1)])
        #expect(game.handle(.next(at: Samples.time(26_000))).opened.map(\.index) == [1])
    }

    @Test func theLastWrongAnswerEndsTheQuestion() {
        var game = Self.game(1)
        _ = Self.press(&game, 1, at: 1_000, arrived: 1_001)
        _ = Self.gather(&game, 1...1, at: 1_002)
        let actions = game.handle(.verdict(isRight: false, at: Samples.time(2_000)))
        #expect(actions.passedOn.isEmpty && actions.reveals.count == 1)
        #expect(actions.reveals.first?.buzz?.isRight == false)
    }

    @Test func littleTimeThatIsLeftIsMadeEnoughToTry() {
        var game = Self.game()
        _ = Self.press(&game, 1, at: 9_900, arrived: 9_950)
        _ = Self.gather(&game, 1...3, at: 9_960)
        let actions = game.handle(.verdict(isRight: false, at: Samples.time(30_000)))
        #expect(actions.opened.first?.state.closeAtHostUptimeNs == Samples.time(35_000).nanoseconds)
    }

    @Test func nobodyPresses() {
        var game = Self.game()
        _ = game.handle(.tick(at: Samples.time(10_000)))
        let reveal = Self.acknowledge(&game, 1...3, at: 10_010).reveals.first
        #expect(reveal?.results.isEmpty == true && reveal?.buzz == nil)
        #expect(game.handle(.verdict(isRight: true, at: Samples.time(10_020))).isEmpty)
    }

    @Test func aPressInTimeThatComesAfterTheDeadlineIsCalled() {
        var game = Self.game()
        _ = game.handle(.tick(at: Samples.time(10_000)))
        _ = Self.press(&game, 2, at: 9_990, arrived: 10_050)
        #expect(Self.acknowledge(&game, 1...3, at: 10_060).calls.first?.places.map(\.player) == [Samples.player(2)])
    }

    @Test func whoIsWaitedForInVainIsTooLate() {
        var game = Self.game()
        _ = Self.press(&game, 1, at: 1_000, arrived: 1_001)
        #expect(game.handle(.tick(at: Samples.time(3_000))).isEmpty)
        #expect(game.handle(.tick(at: Samples.time(3_001))).calls.count == 1)
        let late = game.handle(
            .answer(
                Samples.arrival(3, choice: 0, pressed: 900, arrived: 3_500, sequence: 9, allowance: .seconds(4))))
        #expect(late.rulings.count == 1)
        let reveal = game.handle(.verdict(isRight: true, at: Samples.time(4_000))).reveals.first
        #expect(reveal?.buzz?.places.map(\.player) == [Samples.player(1), Samples.player(3)])
        #expect(reveal?.buzz?.places.map(\.isLate) == [false, true])
        #expect(reveal?.results.map(\.isLate) == [nil, true])
        #expect(reveal?.results.map(\.buzzGapNs) == [0, -100_000_000])
    }

    @Test func pressesThatCannotBeToldApartGoByTheErrorAndThenByLot() {
        var game = Self.game()
        _ = Self.press(&game, 1, at: 1_000, arrived: 1_011, error: .milliseconds(9))
        _ = Self.press(&game, 2, at: 1_004, arrived: 1_012, error: .milliseconds(2))
        let buzz = Self.gather(&game, 1...3, at: 1_020).calls.first
        #expect(buzz?.places.map(\.player) == [Samples.player(2), Samples.player(1)])
        #expect(buzz?.places.map(\.isEqual) == [false, true])
        #expect(buzz?.places.map(\.gap) == [.zero, .milliseconds(-4)])

        var firsts: Set<PlayerID> = []
        for seed in 0..<20 {
            var game = Self.game(settings: HostSettings(seed: UInt64(seed)))
            _ = Self.press(&game, 1, at: 1_000, arrived: 1_001)
            _ = Self.press(&game, 2, at: 1_001, arrived: 1_002)
            if let first = Self.gather(&game, 1...3, at: 1_010).calls.first?.places.first {
                firsts.insert(first.player)
            }
        }
        #expect(firsts == [Samples.player(1), Samples.player(2)])
    }

    @Test func aPlayerWithoutAClockMayBeOffByAllThatIsAllowed() {
        var game = Self.game()
        _ = game.handle(.answer(Samples.arrival(1, choice: 0, arrived: 1_000, sequence: 1)))
        _ = Self.press(&game, 2, at: 800, arrived: 1_201)
        let buzz = Self.gather(&game, 1...3, at: 1_210).calls.first
        #expect(buzz?.places.first?.player == Samples.player(2))
        #expect(buzz?.places.last?.error == .milliseconds(250))
    }

    /// A board that keeps the host from measuring its clock wins no tie by its word.
    @Test func aPlayerWhoseClockIsNotMeasuredMayBeOffByAsMuch() {
        var game = Self.game()
        _ = Self.press(&game, 1, at: 1_000, arrived: 1_020, error: .milliseconds(20))
        _ = Self.press(&game, 2, at: 1_012, arrived: 1_021, error: .zero, linkError: nil)
        let buzz = Self.gather(&game, 1...3, at: 1_030).calls.first
        #expect(buzz?.places.map(\.player) == [Samples.player(1), Samples.player(2)])
        #expect(buzz?.places.last?.error == .milliseconds(250) && buzz?.places.last?.isEqual == true)
    }

    /// Who answers aloud has time to take another seat.
    @Test func whoComesAfterTheCallHasNoTry() {
        var game = Self.game()
        _ = Self.press(&game, 1, at: 1_000, arrived: 1_001)
        _ = Self.gather(&game, 1...3, at: 1_010)
        _ = game.handle(.connectionUp(Samples.player(9), at: Samples.time(2_000)))
        _ = game.handle(.seat(Samples.player(9), name: "Zoe", at: Samples.time(2_000)))
        _ = game.handle(.verdict(isRight: false, at: Samples.time(3_000)))
        #expect(Self.press(&game, 9, at: 4_000, arrived: 4_001, asking: 2).rejections == [.lockedOut])
        #expect(Self.press(&game, 2, at: 4_000, arrived: 4_001, asking: 2).rulings.count == 1)
    }

    @Test func whatHasArrivedIsEarlierThanWhatIsPressedThen() {
        var game = Self.game()
        _ = game.handle(.answer(Samples.arrival(1, choice: 0, arrived: 1_000, sequence: 1)))
        _ = Self.press(&game, 2, at: 1_200, arrived: 1_201)
        let buzz = Self.gather(&game, 1...3, at: 1_210).calls.first
        #expect(buzz?.places.map(\.player) == [Samples.player(1), Samples.player(2)])
        #expect(buzz?.places.map(\.isEqual) == [false, false])
    }

    @Test func whoHasToldEverythingCannotHaveBeenFirst() {
        var game = Self.game()
        _ = Self.press(&game, 1, at: 1_000, arrived: 1_005)
        _ = Self.gather(&game, 2...2, at: 1_006)
        // Player 2 has answered a question that was asked after the press, and had none to tell.
        _ = Self.press(&game, 2, at: 990, arrived: 1_020)
        let buzz = Self.gather(&game, 1...3, at: 1_030).calls.first
        #expect(buzz?.places.map(\.player) == [Samples.player(1), Samples.player(2)])
        #expect(buzz?.places.map(\.isLate) == [false, true])
    }

    @Test func theHostsOwnMeasurementIsTheLeastError() {
        var game = Self.game()
        for (player, pressed, error, measured) in [(1, 1_000, 5, 5), (2, 1_004, 0, 6)] {
            let claim = PressClaim(pressedAt: Samples.time(pressed), clockError: .milliseconds(error))
            let arrival = AnswerArrival(
                player: Samples.player(player), question: QuestionID(game: Samples.game, index: 0), choice: 0,
                claim: claim,
                arrivedAt: Samples.time(1_010), sequence: player, allowance: .milliseconds(250),
                linkError: .milliseconds(measured))
            _ = game.handle(.answer(arrival))
        }
        let buzz = Self.gather(&game, 1...3, at: 1_020).calls.first
        #expect(buzz?.places.first?.player == Samples.player(1), "a smaller word is not a smaller error")
        #expect(buzz?.places.last?.error == .milliseconds(6))
    }

    @Test func whoComesForAnotherTryIsOutToo() {
        var game = Self.game(2)
        _ = Self.press(&game, 1, at: 1_000, arrived: 1_001)
        _ = Self.gather(&game, 1...2, at: 1_002)
        _ = game.handle(.verdict(isRight: false, at: Samples.time(2_000)))
        _ = game.handle(.connectionUp(Samples.player(9), at: Samples.time(2_100)))
        _ = game.handle(.seat(Samples.player(9), name: "Again", at: Samples.time(2_100)))
        #expect(Self.press(&game, 9, at: 2_500, arrived: 2_501, asking: 2).rejections == [.lockedOut])
    }

    @Test func endingTheGameMeanwhileGivesNobodyPoints() {
        var game = Self.game()
        _ = Self.press(&game, 1, at: 1_000, arrived: 1_001)
        _ = Self.gather(&game, 1...3, at: 1_010)
        let actions = game.handle(.finish(at: Samples.time(2_000)))
        #expect(actions.reveals.first?.results.map(\.points) == [0])
        #expect(actions.finals.count == 1)
    }

    @Test func anotherBootAsksAgainAndRemembersWhoIsOut() throws {
        var game = Self.game()
        _ = Self.press(&game, 1, at: 1_000, arrived: 1_001)
        _ = Self.gather(&game, 1...3, at: 1_010)
        _ = game.handle(.verdict(isRight: false, at: Samples.time(2_000)))
        _ = Self.press(&game, 2, at: 2_500, arrived: 2_501, asking: 2)
        _ = Self.gather(&game, 1...3, at: 2_510)
        let (again, actions) = try HostGame.resume(
            game.snapshot, cards: game.cards, rulings: [], bootID: "boot-2", at: Samples.time(0))
        #expect(actions.opened.map(\.id) == [QuestionID(game: Samples.game, index: 0, asking: 3)])
        #expect(again.lockedOut == [Samples.player(1)])
    }

    @Test func aBuzzQuestionHasNoChoices() {
        #expect(throws: QuizError.self) {
            try QuestionCard(text: "?", choices: ["a", "b"], correct: [], kind: .buzz)
        }
    }
}

/// The same on a board.
@Suite struct BuzzBoardTests {
    private static let question = QuestionID(game: Samples.game, index: 0)

    private static func state(_ phase: Phase = .asking) -> QuestionState {
        QuestionState(
            gameId: Samples.game, currentQuestionId: question, phase: phase,
            questionStartHostUptimeNs: Samples.time(0).nanoseconds,
            closeAtHostUptimeNs: Samples.time(phase == .asking ? 10_000 : 3_000).nanoseconds)
    }

    private static func board() -> PlayerGame {
        var board = PlayerGame(player: Samples.player(1))
        _ = board.handle(.connectionUp)
        _ = board.handle(
            .gameSeen(
                Samples.game,
                GameDocument(
                    title: "t", joinCode: "ABCDEF", phase: .asking, questionCount: 1, createdAt: Samples.created)
            ))
        _ = board.handle(
            .question(question, Samples.buzzCard().document(for: Samples.game, index: 0, revealed: false)))
        _ = board.handle(.questionState(state()))
        return board
    }

    private static func press(_ board: inout PlayerGame, at time: Int?) -> [PlayerAction] {
        let claim = time.map { PressClaim(pressedAt: Samples.time($0), clockError: .milliseconds(1)) }
        return board.handle(.press(button: 3, edge: Samples.time(time ?? 0), claim: claim))
    }

    private static func saves(_ actions: [PlayerAction]) -> Bool {
        actions.contains { if case .saveAnswer = $0 { true } else { false } }
    }

    @Test func everyButtonBuzzes() {
        var board = Self.board()
        #expect(board.lamps == .open(choices: 4))
        #expect(Self.saves(Self.press(&board, at: 1_000)))
        #expect(board.lamps == .answered(3))
        var called = Self.state(.closed)
        called.answeringPlayerId = Samples.player(1)
        _ = board.handle(.questionState(called))
        #expect(board.lamps == .called(3))
    }

    @Test func whoWasSlowerIsStillToldOfUntilTheClose() {
        var board = Self.board()
        _ = board.handle(.questionState(Self.state(.closed)))
        #expect(board.lamps == .joined)
        #expect(!Self.saves(Self.press(&board, at: nil)), "without a time it is not wanted")
        #expect(!Self.saves(Self.press(&board, at: 3_002)))
        #expect(Self.saves(Self.press(&board, at: 2_999)))
    }

    @Test(arguments: [true, false]) func aVerdictThatIsTakenBackBringsTheCallBack(isRight: Bool) {
        var board = Self.board()
        _ = Self.press(&board, at: 1_000)
        var called = Self.state(.closed)
        called.answeringPlayerId = Samples.player(1)
        _ = board.handle(.questionState(called))
        var result = AnswerResult(
            gameId: Samples.game, questionId: Self.question, playerId: Samples.player(1), isCorrect: isRight, points: 0,
            hostReceivedSeq: 1, hostReceivedUptimeNs: 1)
        result.buzzPlace = 1
        var revealed = Self.state(.closed)
        revealed.isRevealed = true
        _ = board.handle(.result(result))
        _ = board.handle(.questionState(revealed))
        #expect(board.lamps == (isRight ? .right : .wrong))
        // In whatever order it is heard of.
        for order in [[0, 1], [1, 0]] {
            var board = board
            for step in order {
                _ = board.handle(step == 0 ? .resultWithdrawn(Self.question) : .questionState(called))
            }
            #expect(board.lamps == .called(3) && !board.hasResult(of: Self.question))
            result.isCorrect = !isRight
            _ = board.handle(.result(result))
            _ = board.handle(.questionState(revealed))
            #expect(board.lamps == (isRight ? .wrong : .right))
        }
    }

    @Test func whoWasNotCalledWaitsAgainWhenAVerdictIsTakenBack() {
        var board = Self.board()
        _ = Self.press(&board, at: 1_000)
        var called = Self.state(.closed)
        called.answeringPlayerId = Samples.player(2)
        var again = Self.state()
        again.currentQuestionId = QuestionID(game: Samples.game, index: 0, asking: 2)
        again.lockedOutPlayerIds = [Samples.player(2)]
        var result = AnswerResult(
            gameId: Samples.game, questionId: Self.question, playerId: Samples.player(1), isCorrect: false, points: 0,
            hostReceivedSeq: 1, hostReceivedUptimeNs: 1)
        result.buzzPlace = 2
        _ = board.handle(
            .question(
                QuestionID(game: Samples.game, index: 0, asking: 2),
                Samples.buzzCard().document(for: Samples.game, index: 0, revealed: false)))
        for event in [PlayerEvent.questionState(called), .result(result), .questionState(again)] {
            _ = board.handle(event)
        }
        #expect(board.lamps == .open(choices: 4))
        _ = board.handle(.resultWithdrawn(Self.question))
        _ = board.handle(.questionState(called))
        #expect(board.lamps == .answered(3))
    }

    @Test func whoIsLockedOutStaysOut() {
        var board = Self.board()
        var state = Self.state()
        state.lockedOutPlayerIds = [Samples.player(1)]
        _ = board.handle(.questionState(state))
        #expect(board.lamps == .wrong)
        #expect(!Self.saves(Self.press(&board, at: 1_000)))
    }
}

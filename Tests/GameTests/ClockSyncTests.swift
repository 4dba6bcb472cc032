import Quiz
import Replication
import Testing
import Timing

@testable import Game

/// A board's clock against its host's, with every truth known.
struct ClockSyncTests {
    private static let board = Int64(5_000_000_000_000)

    /// A host's clock as the board sees it: so much ahead, and so much faster.
    private struct Host {
        var offset = Int64(-3_000_000_000_000)
        var ppm = 0.0

        func time(_ board: Int64) -> Int64 {
            board + offset + Int64(Double(board - ClockSyncTests.board) * ppm * 1e-6)
        }

        /// An exchange that begins at `asked` of the board's clock, with ways in nanoseconds.
        func exchange(at asked: Int64, up: Int64, down: Int64, hold: Int64 = 20_000, epoch: String = "h")
            -> ClockExchange
        {
            ClockExchange(
                asked: MonotonicTime(nanoseconds: asked), received: MonotonicTime(nanoseconds: time(asked + up)),
                answered: MonotonicTime(nanoseconds: time(asked + up + hold)),
                heard: MonotonicTime(nanoseconds: asked + up + hold + down), epoch: epoch)
        }
    }

    private func ms(_ milliseconds: Double) -> Int64 { Int64(milliseconds * 1e6) }

    /// Error and bound of a moment, in milliseconds.
    private func judge(_ sync: ClockSync, _ host: Host, at board: Int64) throws -> (error: Double, bound: Double) {
        let claim = try #require(sync.claim(for: MonotonicTime(nanoseconds: board), epoch: "b"))
        return (Double(claim.pressedAt.nanoseconds - host.time(board)) / 1e6, claim.clockError.milliseconds)
    }

    @Test func nothingIsKnownBeforeTheFirstExchange() {
        #expect(ClockSync().claim(for: MonotonicTime(nanoseconds: 1), epoch: "b") == nil)
    }

    @Test(
        "one exchange: half its round trip is the bound, half the asymmetry the error",
        arguments: [(5, 5, 0), (10, 2, 4), (0, 40, -20), (200, 200, 0), (0, 0, 0)]
    ) func oneExchange(up: Double, down: Double, error: Double) throws {
        let host = Host()
        var sync = ClockSync()
        sync.take(host.exchange(at: Self.board, up: ms(up), down: ms(down)), epoch: "b")
        let heard = Self.board + ms(up + down) + 20_000
        let result = try judge(sync, host, at: heard)
        #expect(abs(result.error - error) < 0.25)
        // Half of it, and what 1000 ppm make of its own length while the pace is unknown.
        #expect(result.bound >= (up + down) / 2 && result.bound < (up + down) / 2 * 1.002 + 0.03)
        #expect(abs(result.error) <= result.bound)
    }

    @Test func aQuickWayThereAndAnotherQuickWayBackMakeOneQuickExchange() throws {
        let host = Host()
        var sync = ClockSync()
        sync.take(host.exchange(at: Self.board, up: ms(1), down: ms(80)), epoch: "b")
        sync.take(host.exchange(at: Self.board + ms(1000), up: ms(120), down: ms(1)), epoch: "b")
        let result = try judge(sync, host, at: Self.board + ms(1500))
        #expect(result.bound < 4, "1 ms of ways, and a second of unknown pace for each")
        #expect(abs(result.error) <= result.bound)
    }

    @Test(arguments: [0, 20, -50, 500, -1000.0]) func theBoundHoldsWhateverThePace(ppm: Double) throws {
        let host = Host(ppm: ppm)
        var sync = ClockSync()
        for second in 0..<90 {
            let asked = Self.board + ms(Double(second) * 1000)
            sync.take(host.exchange(at: asked, up: ms(3), down: ms(Double(second % 7) * 5 + 3)), epoch: "b")
            for wait in [-400.0, 10, 900] {
                let result = try judge(sync, host, at: asked + ms(50 + wait))
                #expect(abs(result.error) <= result.bound, "second \(second), \(wait)")
            }
        }
        #expect((58...61).contains(sync.count), "a minute of them is kept")
        #expect(try judge(sync, host, at: Self.board + ms(89_500)).bound < 6, "the pace is narrowed by now")
    }

    /// 170 to 200 ms each way, at random: half a minute of it shall tell presses 5 ms apart.
    @Test(arguments: [UInt64(1), 2, 3, 4, 5, 6, 7, 8]) func jitterIsAveragedOut(seed: UInt64) throws {
        let host = Host(ppm: 12)
        var numbers = SeededGenerator(seed: seed)
        var sync = ClockSync()
        for second in 0..<30 {
            let ways = (0..<2).map { _ in ms(170) + Int64(numbers.index(below: 30_000_000)) }
            sync.take(host.exchange(at: Self.board + ms(Double(second) * 1000), up: ways[0], down: ways[1]), epoch: "b")
        }
        let result = try judge(sync, host, at: Self.board + ms(30_200))
        #expect(abs(result.error) < 2.5 && abs(result.error) <= result.bound && result.bound < 190)
    }

    @Test func theBoundGrowsBy50PartsInAMillionOnceThePaceIsKnown() throws {
        let host = Host(ppm: 30)
        var sync = ClockSync()
        for second in 0..<60 {
            sync.take(host.exchange(at: Self.board + ms(Double(second) * 1000), up: 10_000, down: 10_000), epoch: "b")
        }
        let soon = try judge(sync, host, at: Self.board + ms(59_000))
        let later = try judge(sync, host, at: Self.board + ms(159_000))
        #expect(later.bound - soon.bound > 4.9 && later.bound - soon.bound < 5.2)
        #expect(abs(later.error) <= later.bound && abs(later.error) < 0.2)
    }

    @Test func aHostThatStartedAnewHasAnotherClock() throws {
        var sync = ClockSync()
        sync.take(Host().exchange(at: Self.board, up: ms(1), down: ms(1)), epoch: "b")
        let reborn = Host(offset: -4_999_000_000_000)
        sync.take(reborn.exchange(at: Self.board + ms(2000), up: ms(4), down: ms(4), epoch: "h2"), epoch: "b")
        #expect(sync.count == 1)
        #expect(abs(try judge(sync, reborn, at: Self.board + ms(2008)).error) < 0.1)
    }

    @Test func aHostIsKnownAgainByItsEpoch() {
        var sync = ClockSync()
        sync.take(Host().exchange(at: Self.board, up: ms(1), down: ms(1)), epoch: "b")
        let moment = MonotonicTime(nanoseconds: Self.board + ms(5_000))
        sync.meet("h")
        #expect(sync.claim(for: moment, epoch: "b") != nil, "after a break the old samples are still good")
        sync.meet("h2")
        #expect(sync.claim(for: moment, epoch: "b") == nil, "nothing is claimed of a clock that was not measured")
    }

    @Test func aBoardThatWasSuspendedKnowsNothingUntilItHasAsked() throws {
        var sync = ClockSync()
        sync.take(Host().exchange(at: Self.board, up: ms(1), down: ms(1)), epoch: "b")
        let moment = MonotonicTime(nanoseconds: Self.board + ms(10))
        #expect(sync.claim(for: moment, epoch: "b+1") == nil)
        #expect(sync.claim(for: moment, epoch: "b") != nil)
        sync.take(Host().exchange(at: Self.board + ms(20), up: ms(1), down: ms(1)), epoch: "b+1")
        #expect(sync.count == 1 && sync.claim(for: moment, epoch: "b+1") != nil)
    }

    @Test func aClockThatJumpsIsFollowed() throws {
        var sync = ClockSync()
        for second in 0..<20 {
            sync.take(Host().exchange(at: Self.board + ms(Double(second) * 1000), up: ms(2), down: ms(2)), epoch: "b")
        }
        let moved = Host(offset: -2_995_000_000_000)
        sync.take(moved.exchange(at: Self.board + ms(20_000), up: ms(2), down: ms(2)), epoch: "b")
        #expect(sync.count == 1)
        #expect(abs(try judge(sync, moved, at: Self.board + ms(20_010)).error) < 0.1)
    }

    @Test func whatIsLongAgoSaysNothing() {
        var sync = ClockSync()
        sync.take(Host().exchange(at: Self.board, up: ms(1), down: ms(1)), epoch: "b")
        #expect(sync.claim(for: MonotonicTime(nanoseconds: Self.board + ms(599_000)), epoch: "b") != nil)
        #expect(sync.claim(for: MonotonicTime(nanoseconds: Self.board + ms(601_000)), epoch: "b") == nil)
    }

    @Test(
        arguments: [
            (0, Int64.max, Int64.max, 5), (0, .min, .max, 5), (10, 0, 0, 5), (.min, 0, 0, .max), (.max - 1, 0, 1, .max),
            (0, 10, 5, 30), (0, 1 << 61, 1 << 61, 10), (0, 0, 1, 40_000_000_000),
        ] as [(Int64, Int64, Int64, Int64)]
    ) func impossibleTimesArePassedOver(asked: Int64, received: Int64, answered: Int64, heard: Int64) {
        var sync = ClockSync()
        sync.take(
            ClockExchange(
                asked: MonotonicTime(nanoseconds: asked), received: MonotonicTime(nanoseconds: received),
                answered: MonotonicTime(nanoseconds: answered), heard: MonotonicTime(nanoseconds: heard), epoch: "h"),
            epoch: "b")
        #expect(sync.count == 0)
        for moment in [Int64.min, 0, .max] {
            #expect(sync.claim(for: MonotonicTime(nanoseconds: moment), epoch: "b") == nil)
        }
    }

    @Test func aSuspendGivesTheClockAnotherName() {
        let suspended = Counter()
        let epoch = ClockEpoch(boot: "boot") { .milliseconds(suspended.value) }
        #expect(epoch.name == "boot")
        suspended.value = 20
        #expect(epoch.name == "boot", "reading two clocks takes a moment")
        suspended.value = 5_020
        #expect(epoch.name == "boot+1" && epoch.name == "boot+1")
        suspended.value = 9_000
        #expect(epoch.name == "boot+2")
        #expect(MonotonicTime.timeSuspended() >= .milliseconds(-1))
    }
}

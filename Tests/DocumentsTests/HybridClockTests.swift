import Synchronization
import Testing

@testable import Documents

/// A wall clock that a test sets.
final class ManualWallClock: Sendable {
    private let nanoseconds: Mutex<UInt64>

    init(_ nanoseconds: UInt64 = 1_800_000_000_000_000_000) { self.nanoseconds = Mutex(nanoseconds) }

    var now: UInt64 {
        get { nanoseconds.withLock { $0 } }
        set { nanoseconds.withLock { $0 = newValue } }
    }

    var closure: @Sendable () -> UInt64 { { self.now } }
}

@Suite struct HybridClockTests {
    let wall = ManualWallClock()
    let clock: HybridClock

    init() {
        clock = HybridClock(wallClock: wall.closure)
    }

    @Test func aTimeIsTheWallClockWithACounterInTheLowBits() {
        let floor = wall.now & ~0xffff
        #expect((0..<3).map { _ in clock.now() } == [floor, floor + 1, floor + 2])
        wall.now += 0x10000
        #expect(clock.now() == floor + 0x10000)
    }

    @Test func theCounterRunsOverIntoTheWallPart() {
        let start = (wall.now | 0xffff)
        let clock = HybridClock(last: start, wallClock: wall.closure)
        #expect(clock.now() == start + 1)
    }

    @Test(arguments: [UInt64(0), 1, 1_600_000_000_000_000_000])
    func aWallClockThatJumpsBackDoesNotStopTheClock(earlier: UInt64) {
        let before = clock.now()
        wall.now = earlier
        #expect(clock.now() == before + 1)
        #expect(HybridClock(wallClock: wall.closure).now() >= 1 << 40)
    }

    @Test func aTimeIsLaterThanTheVersionsItFollows() throws {
        let source = SourceID.random()
        let ahead = wall.now + 60_000_000_000
        let time = clock.now(after: [Version(time: 1, source: source), Version(time: ahead, source: source)])
        #expect(time == ahead + 1)
        #expect(clock.now() == ahead + 2)
    }

    @Test func aVersionFarAheadDoesNotDragTheClockAlong() {
        let far = wall.now + (1 << 60)
        let version = Version(time: far, source: .random())
        #expect(clock.now(after: [version]) == far + 1)
        #expect(clock.now() < far)
        #expect(clock.now(after: [Version(time: .max, source: .random())]) > 0)
    }

    static let distances: [(Int64, Bool)] = [
        (Int64(119), true), (121, false), (3600 * 24 * 365, false), (0, true), (-3600 * 24 * 365, true),
    ]

    @Test(arguments: distances) func aReceivedTimeMayBeTwoMinutesAhead(seconds: Int64, isAccepted: Bool) {
        let time = UInt64(Int64(wall.now) + seconds * 1_000_000_000)
        #expect((failure { try clock.see(time) } == nil) == isAccepted)
        #expect((clock.now() > time) == isAccepted)
    }

    @Test(arguments: [UInt64(0), 1, (1 << 40) - 1, 1 << 63, .max])
    func aTimeOutsideTheRangeIsRefused(time: UInt64) {
        #expect(failure { try clock.see(time) }?.code == .invalidTimestamp)
    }

    @Test func theLeastTimeIsAccepted() throws {
        try clock.see(1 << 40)
    }

    @Test func aTimeNotLaterThanOneSeenIsAcceptedWhateverTheWallSays() throws {
        let ahead = wall.now + 100_000_000_000
        try clock.see(ahead)
        wall.now -= 3600_000_000_000
        try clock.see(ahead)
        #expect(clock.now() == ahead + 1)
    }

    @Test func withoutASetWallClockARealTimeIsAcceptedAndLeftOutOfAccount() throws {
        wall.now = 5_000_000_000
        try clock.see(1_800_000_000_000_000_000)
        #expect(clock.now() < 1_700_000_000_000_000_000)
        #expect(failure { try clock.see((1 << 62) + 1) }?.code == .invalidTimestamp)
    }

    @Test func ofSeveralTimesAllCountOrNone() throws {
        let source = SourceID.random()
        let ahead = wall.now + 100_000_000_000
        let refused = [Version(time: ahead, source: source), Version(time: ahead * 2, source: source)]
        #expect(failure { try clock.see(refused) }?.code == .invalidTimestamp)
        #expect(clock.now() < ahead)
        try clock.see([Version(time: ahead, source: source), Version(time: ahead - 5, source: source)])
        #expect(clock.now() == ahead + 1)
    }
}

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

    @Test(arguments: [UInt64(0), 1, 0x1234, 0x7fff]) func timesAreStepsOfTheWallClockWithTheStamp(stamp: UInt64) {
        let clock = HybridClock(stamp: stamp, wallClock: wall.closure)
        let first = wall.now & ~0xffff | stamp
        #expect((0..<3).map { _ in clock.now() } == [first, first + 0x10000, first + 0x20000])
        wall.now += 0x40000
        #expect(clock.now() == first + 0x40000)
    }

    @Test(arguments: [UInt64(0), 1, 0x1234, 0x7fff], [UInt64(0), 0x1233, 0x1234, 0xffff])
    func theNextTimeIsTheFirstOneWithTheStamp(stamp: UInt64, low: UInt64) {
        let last = wall.now & ~0xffff | low
        let next = HybridClock(last: last, stamp: stamp, wallClock: wall.closure).now()
        #expect(next > last && next <= last + 0x10000 && next & 0xffff == stamp)
    }

    @Test func clocksThatStartFromTheSameTimeGiveOutDifferentOnes() throws {
        let source = SourceID.random()
        let seen = Version(time: wall.now + 50_000_000_000, source: source)
        let times = try [UInt64(1), 2, 3].map { stamp -> [UInt64] in
            let clock = HybridClock(last: wall.now, stamp: stamp, wallClock: wall.closure)
            try clock.see(seen.time)
            return (0..<100).map { _ in clock.now(after: [seen]) }
        }
        #expect(Set(times.joined()).count == 300)
    }

    @Test(arguments: [UInt64(0), 1, 1_600_000_000_000_000_000])
    func aWallClockThatJumpsBackDoesNotStopTheClock(earlier: UInt64) {
        let before = clock.now()
        wall.now = earlier
        #expect(clock.now() == before + 0x10000)
        #expect(HybridClock(wallClock: wall.closure).now() >= 1 << 40)
    }

    @Test func aTimeIsLaterThanTheVersionsItFollows() throws {
        let source = SourceID.random()
        let ahead = wall.now + 60_000_000_000
        let time = clock.now(after: [Version(time: 1, source: source), Version(time: ahead, source: source)])
        #expect(time > ahead && time <= ahead + 0x10000)
        #expect(clock.now() == time + 0x10000)
    }

    @Test func aVersionFarAheadDoesNotDragTheClockAlong() {
        let far = wall.now + (1 << 60)
        let version = Version(time: far, source: .random())
        let time = clock.now(after: [version])
        #expect(time > far && time <= far + 0x10000)
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
        let time = clock.now()
        #expect(time > ahead && time <= ahead + 0x10000)
    }

    @Test func withoutASetWallClockARealTimeIsAcceptedAndLeftOutOfAccount() throws {
        wall.now = 5_000_000_000
        try clock.see(1_800_000_000_000_000_000)
        #expect(clock.now() < 1_700_000_000_000_000_000)
        #expect(failure { try clock.see((1 << 62) + 1) }?.code == .invalidTimestamp)
    }

    @Test(arguments: [Int64(14), -14]) func aClockThatDoesNotBindTakesAnyTimeAndStaysWhereItIs(days: Int64) throws {
        let clock = HybridClock(refusesTimesAhead: false, wallClock: wall.closure)
        let before = clock.now()
        let theirs = wall.now &+ UInt64(bitPattern: days * 86_400_000_000_000)
        try clock.see(theirs)
        #expect(clock.now() < before + 1_000_000_000)
        #expect(clock.now(after: [Version(time: theirs, source: .random())]) > theirs)
        #expect(failure { try clock.see((1 << 62) + 1) }?.code == .invalidTimestamp)
    }

    @Test func ofSeveralTimesAllCountOrNone() throws {
        let source = SourceID.random()
        let ahead = wall.now + 100_000_000_000
        let refused = [Version(time: ahead, source: source), Version(time: ahead * 2, source: source)]
        #expect(failure { try clock.see(refused) }?.code == .invalidTimestamp)
        #expect(clock.now() < ahead)
        try clock.see([Version(time: ahead, source: source), Version(time: ahead - 5, source: source)])
        let time = clock.now()
        #expect(time > ahead && time <= ahead + 0x10000)
    }
}

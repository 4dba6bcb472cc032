import Glibc
import Synchronization
import TestSupport
import Testing
import Timing

@testable import Buttons

@Suite struct LampScheduleTests {
    /// One character is an eighth of a second; one row a lamp.
    private func draw(_ pattern: LampPattern, steps: Int) -> [String] {
        var schedule = LampSchedule()
        schedule.show(pattern, at: Marbles.origin)
        let columns = (0..<steps).map { step in
            schedule.levels(at: Marbles.origin.advanced(by: .milliseconds(125) * step))
        }
        return (0..<4).map { lamp in columns.map { $0[lamp] ? "#" : "_" }.joined() }
    }

    @Test(
        "lamps along time",
        arguments: [
            (
                LampPattern([.on, .off]),
                ["################", "________________", "________________", "________________"]
            ),
            (
                .all(.running),
                ["##______##______", "__##______##____", "____##______##__", "______##______##"]
            ),
            (
                LampPattern([.slow, .slow, .turn, .turn]),
                ["####____####____", "####____####____", "____####____####", "____####____####"]
            ),
            (.only(3, .fast), ["________________", "________________", "________________", "#_#_#_#_#_#_#_#_"]),
            (.only(0, .glint), ["#_______________", "________________", "________________", "________________"]),
        ]
    ) func patterns(_ pattern: LampPattern, rows: [String]) {
        #expect(draw(pattern, steps: 16) == rows)
    }

    @Test(arguments: [LampPattern.all(.running), .all(.fast), .all(.glint), LampPattern([.slow, .turn])])
    func theNextChangeIsTheNextMomentThatLooksDifferent(_ pattern: LampPattern) throws {
        var schedule = LampSchedule()
        schedule.show(pattern, at: Marbles.origin)
        var now = Marbles.origin
        for _ in 0..<20 {
            let next = try #require(schedule.nextChange(after: now))
            #expect(next > now)
            #expect(schedule.levels(at: MonotonicTime(nanoseconds: next.nanoseconds - 1)) == schedule.levels(at: now))
            now = next
        }
        #expect(now > Marbles.origin.advanced(by: .seconds(2)))
    }

    @Test func aSteadyPatternNeedsNoTime() {
        var schedule = LampSchedule()
        #expect(schedule.nextChange(after: Marbles.origin) == nil)
        schedule.show(.only(1, .on), at: Marbles.origin)
        #expect(schedule.nextChange(after: Marbles.origin) == nil)
    }

    @Test func theSamePatternGoesOnAndAnotherBeginsAnew() {
        var schedule = LampSchedule()
        schedule.show(.all(.slow), at: Marbles.origin)
        let later = Marbles.origin.advanced(by: .milliseconds(600))
        schedule.show(.all(.slow), at: later)
        #expect(schedule.levels(at: later) == [false, false, false, false])
        schedule.show(.all(.fast), at: later)
        #expect(schedule.levels(at: later) == [true, true, true, true])
    }

    @Test(arguments: [(Beep.taken, "#_______"), (.right, "##_##_###_"), (.wrong, "############_")])
    func beeps(_ beep: Beep, drawing: String) {
        var schedule = BeepSchedule()
        #expect(!schedule.isOn(at: Marbles.origin))
        schedule.play(beep, at: Marbles.origin)
        // One character is 50 ms, looked at in its middle.
        let heard = (0..<drawing.count).map { step in
            schedule.isOn(at: Marbles.origin.advanced(by: .milliseconds(50 * step + 25))) ? "#" : "_"
        }.joined()
        #expect(heard == drawing)
        var now = Marbles.origin
        var changes = 0
        while let next = schedule.nextChange(after: now) {
            now = next
            changes += 1
        }
        #expect(changes == beep.lengths.count)
        #expect(!schedule.isOn(at: now))
    }
}

@Suite(.timeLimit(.minutes(1))) struct SignalThreadTests {
    /// Lines that write down what they are set to, and can refuse or take their time.
    private final class FakeOutput: LevelOutput {
        private let log: EventLog<[Bool]>
        private let act: () -> Int32

        init(_ log: EventLog<[Bool]>, act: @escaping () -> Int32 = { 0 }) {
            self.log = log
            self.act = act
        }

        func set(_ levels: [Bool]) throws(SystemError) {
            log.append(levels)
            let code = act()
            if code != 0 { throw SystemError(code) }
        }
    }

    @Test func lampsFollowAndAreOffAtTheEnd() async throws {
        let lamps = EventLog<[Bool]>()
        let beeps = EventLog<[Bool]>()
        let thread = try SignalThread(tell: { _ in }) { (Lamps(FakeOutput(lamps)), Beeper(FakeOutput(beeps))) }
        thread.show(.only(1, .on))
        #expect(await lamps.next(from: 0) { $0 == [false, true, false, false] } != nil)
        thread.beep(.taken)
        let on = try #require(await beeps.next(from: 0) { $0 == [true] })
        #expect(await beeps.next(from: on.after) { $0 == [false] } != nil)
        thread.stop()
        thread.stop()
        #expect(lamps.elements.last == [false, false, false, false])
        #expect(beeps.elements == [[false], [true], [false]])
    }

    @Test func aSlowChipHoldsUpNobody() async throws {
        let lamps = EventLog<[Bool]>()
        let gate = TimedSignal(false)
        let thread = try SignalThread(tell: { _ in }) {
            let output = FakeOutput(lamps) {
                gate.wait { $0 ? .done(0) : .waitUntil(nil) }
            }
            return (Lamps(output), nil)
        }
        _ = await lamps.next(from: 0) { _ in true }
        // The thread is inside the chip now; whoever shows is not.
        thread.show(.all(.on))
        thread.show(.only(2, .on))
        thread.beep(.wrong)
        gate.update { $0 = true }
        #expect(await lamps.next(from: 0) { $0 == [false, false, true, false] } != nil)
        thread.stop()
    }

    @Test(arguments: [ENODEV, EIO]) func aFailureIsToldUnlessTheChipIsGoneAndReopeningHelps(code: Int32) async throws {
        let lamps = EventLog<[Bool]>()
        let states = EventLog<PanelState>()
        let attempts = Atomic(0)
        let thread = try SignalThread(tell: { states.append($0) }) {
            let isFirst = attempts.add(1, ordering: .relaxed).oldValue == 0
            return (Lamps(FakeOutput(lamps) { isFirst ? code : 0 }), nil)
        }
        _ = await lamps.next(from: 0) { _ in true }
        thread.show(.all(.on))
        thread.reopen()
        #expect(await lamps.next(from: 1) { $0 == [true, true, true, true] } != nil)
        thread.stop()
        #expect(states.elements.count == (code == ENODEV ? 0 : 1))
        #expect(attempts.load(ordering: .relaxed) == 2)
    }
}

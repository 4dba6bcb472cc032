import FoundationEssentials
import Synchronization
import TestSupport
import Testing
import Timing

@testable import Buttons

@Suite(.timeLimit(.minutes(1))) struct EdgeReaderTests {
    /// A reader of a fake source, with what it reports.
    private final class Bench: Sendable {
        let presses = EventLog<Press>()
        let states = EventLog<PanelState>()
        let first: FakeSource
        let reader: EdgeReader

        init(
            _ first: FakeSource, folder: String = "/nonexistent", then next: [Result<FakeSource, ButtonsError>] = []
        ) throws {
            self.first = first
            let queue = Queue(next)
            reader = try EdgeReader(
                "test", first,
                reopening: EdgeReopening(
                    folders: [folder], open: { () throws(ButtonsError) in try queue.take() },
                    tell: { [states] in states.append($0) }))
        }

        /// Returns when the levels of the start have been read.
        func start() async throws {
            try reader.start { [presses] in presses.append($0) }
            _ = await states.next(from: 0) { $0 == .ready(first.title) }
        }

        private final class Queue: Sendable {
            private let results: Mutex<[Result<FakeSource, ButtonsError>]>

            init(_ results: [Result<FakeSource, ButtonsError>]) {
                self.results = Mutex(results)
            }

            func take() throws(ButtonsError) -> any EdgeSource {
                let next = results.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
                return try next.get()
            }
        }
    }

    private func press(_ line: Int, at time: MonotonicTime, sequence: UInt64? = nil) -> [Edge] {
        [
            Edge(line: line, isActive: true, time: time, sequence: sequence),
            Edge(
                line: line, isActive: false, time: time.advanced(by: .milliseconds(60)),
                sequence: sequence.map { $0 + 1 }),
        ]
    }

    @Test func edgesBecomePressesWithTheTimeOfTheEdge() async throws {
        let bench = try Bench(FakeSource("a"))
        try await bench.start()
        let time = MonotonicTime.now().advanced(by: .seconds(-1))
        bench.first.send(press(2, at: time))
        let found = await bench.presses.next(from: 0) { _ in true }
        #expect(found?.element == Press(button: 2, time: time))
        #expect(bench.states.elements == [.ready("a")])
        bench.reader.stop()
        bench.reader.stop()
        #expect(bench.first.isClosed)
        #expect(throws: ButtonsError.self) { try bench.reader.start { _ in } }
    }

    @Test func aHeldContactIsReportedByItsDeadlineAlone() async throws {
        let bench = try Bench(FakeSource("a"))
        try await bench.start()
        let time = MonotonicTime.now()
        bench.first.send([Edge(line: 0, isActive: true, time: time)])
        #expect(await bench.presses.next(from: 0) { _ in true }?.element == Press(button: 0, time: time))
        bench.reader.stop()
    }

    @Test func aContactIsToldBeforeThePress() async throws {
        let bench = try Bench(FakeSource("a"))
        let order = EventLog<String>()
        bench.reader.onContact { order.append("contact \($0.button)") }
        try bench.reader.start { order.append("press \($0.button)") }
        // Of a time to come: however late it is read, the contact has not held for long enough to be a press.
        let time = MonotonicTime.now().advanced(by: .seconds(3600))
        bench.first.send([Edge(line: 3, isActive: true, time: time)])
        _ = await order.next(from: 0) { $0 == "contact 3" }
        // A bounce makes it certain.
        bench.first.send([Edge(line: 3, isActive: false, time: time), Edge(line: 3, isActive: true, time: time)])
        _ = await order.next(from: 0) { $0 == "press 3" }
        bench.reader.stop()
        #expect(order.elements == ["contact 3", "press 3"])
    }

    @Test func aButtonThatIsHeldAtTheStartDoesNotAnswer() async throws {
        let source = FakeSource("a", sequence: 0)
        source.hold([true, false, false, false])
        let bench = try Bench(source)
        try await bench.start()
        let time = MonotonicTime.now().advanced(by: .seconds(-2))
        source.send([Edge(line: 0, isActive: false, time: time, sequence: 1)], levels: [false, false, false, false])
        source.send(press(0, at: time.advanced(by: .seconds(1)), sequence: 2))
        let found = await bench.presses.next(from: 0) { _ in true }
        #expect(found?.element == Press(button: 0, time: time.advanced(by: .seconds(1))))
        bench.reader.stop()
        #expect(bench.presses.elements.count == 1)
    }

    @Test(arguments: [true, false]) func lostEdgesMakeItReadTheLevels(isNumbered: Bool) async throws {
        let bench = try Bench(FakeSource("a", sequence: isNumbered ? 0 : nil))
        try await bench.start()
        let time = MonotonicTime.now().advanced(by: .seconds(-1))
        bench.first.send(
            [Edge(line: 3, isActive: false, time: time, sequence: isNumbered ? 2000 : nil)],
            levels: [false, true, false, false], isLossy: !isNumbered)
        let found = await bench.presses.next(from: 0) { $0.button == 1 }
        #expect(found?.element.isTimeUncertain == true)
        bench.reader.stop()
    }

    @Test func aSourceThatGoesIsToldAndComesBackWithTheFolder() async throws {
        let directory = try TemporaryDirectory()
        let second = FakeSource("b")
        second.hold([false, true, false, false])
        let away = ButtonsError(.noDevice, "not there", context: "x")
        let bench = try Bench(
            FakeSource("a"), folder: directory.path, then: [.failure(away), .failure(away), .success(second)])
        try await bench.start()
        bench.first.vanish()
        _ = await bench.states.next(from: 0) { $0 == .lost("x: not there") }
        // The folder's news, or at the latest the next try.
        try Data().write(to: URL(fileURLWithPath: directory.file("gpiochip0")))
        let back = await bench.states.next(from: 0) { $0 == .ready("b") }
        #expect(back != nil)
        #expect(
            bench.states.elements == [
                .ready("a"), .lost("a: the chip is gone; waiting until it is back"), .lost("x: not there"), .ready("b"),
            ])
        #expect(bench.first.isClosed)
        let time = MonotonicTime.now()
        second.send([Edge(line: 1, isActive: false, time: time)] + press(0, at: time))
        #expect(await bench.presses.next(from: 0) { _ in true }?.element == Press(button: 0, time: time))
        bench.reader.stop()
        #expect(second.isClosed)
    }

    @Test func itStopsWhileItWaitsForItsSource() async throws {
        let away = ButtonsError(.noDevice, "not there", context: "x")
        let bench = try Bench(FakeSource("a"), then: [.failure(away)])
        try await bench.start()
        bench.first.vanish()
        _ = await bench.states.next(from: 0) { $0 == .lost("x: not there") }
        bench.reader.stop()
        #expect(bench.presses.elements.isEmpty)
    }

    @Test func aReaderThatNeverStartedClosesItsSource() throws {
        let source = FakeSource("a")
        do { _ = try Bench(source) }
        #expect(source.isClosed)
    }

    @Test func debouncedContactsAreCertainAtOnce() {
        var detector = PressDetector(spike: .zero)
        let time = Marbles.origin
        #expect(detector.handle(Edge(line: 1, isActive: true, time: time)) == [Press(button: 1, time: time)])
        #expect(detector.deadline == nil)
        let release = time.advanced(by: .microseconds(1))
        #expect(detector.handle(Edge(line: 1, isActive: false, time: release)) == [])
        let again = release.advanced(by: .milliseconds(10))
        #expect(detector.handle(Edge(line: 1, isActive: true, time: again)) == [Press(button: 1, time: again)])
    }
}

import Buttons
import Synchronization
import TestSupport
import Testing
import Timing

@testable import pulsador

/// The doctor's test of every button, with a person who presses what is lit, or does not.
struct LiveCheckTests {
    /// Presses, when a lamp goes on, what the test says for it.
    private final class Fingers: ButtonPanel {
        private let handler = Mutex<(@Sendable (Press) -> Void)?>(nil)
        private let presses: @Sendable (_ lamp: Int) -> [Press]
        let shown = Mutex<[LampPattern]>([])

        init(_ presses: @escaping @Sendable (Int) -> [Press]) {
            self.presses = presses
        }

        func start(_ handler: @escaping @Sendable (Press) -> Void) throws {
            self.handler.withLock { $0 = handler }
        }

        func stop() {
            handler.withLock { $0 = nil }
        }

        func show(_ pattern: LampPattern) {
            shown.withLock { $0.append(pattern) }
            let lit = pattern.lamps.indices.filter { pattern.lamps[$0] == .on }
            guard lit.count == 1, let handler = handler.withLock({ $0 }) else { return }
            for press in presses(lit[0]) { handler(press) }
        }
    }

    private static func press(_ button: Int, late: Duration = .zero) -> Press {
        Press(button: button, time: MonotonicTime.now().advanced(by: .zero - late))
    }

    private static func run(
        _ fingers: Fingers, signals: String? = nil, says answer: Bool? = nil, givesUp: Set<Int> = []
    ) async -> ([Finding], [String]) {
        let said = EventLog<String>()
        let check = LiveCheck(
            open: { fingers }, names: (1...4).map { "button \($0)" }, signals: signals, say: { said.append($0) },
            ask: { question in
                said.append(question)
                return answer
            },
            sleep: { button, _ in if !givesUp.contains(button) { try await Task.sleep(for: .seconds(60)) } })
        return (await check.run(), said.elements)
    }

    @Test func fourPressesAreFourGoodButtons() async {
        let fingers = Fingers { [Self.press($0)] }
        let (findings, said) = await Self.run(fingers)
        #expect(findings == (1...4).map { .ok("button \($0) works") })
        #expect(said == (1...4).map { "Press button \($0)" })
        #expect(fingers.shown.withLock { $0.last } == .all(.off))
    }

    @Test func aDeadButtonIsAFailureAndTheOthersAreStillTried() async {
        let (findings, _) = await Self.run(
            Fingers { $0 == 1 ? [] : [Self.press($0)] }, givesUp: [1])
        #expect(findings.map(\.result) == [.ok, .failure, .ok, .ok])
        #expect(findings[1].text.hasPrefix("button 2: no press in"))
        #expect(findings[1].advice?.contains("ground") == true)
    }

    @Test func swappedButtonsAreToldAsSwapped() async {
        let (findings, said) = await Self.run(
            Fingers { [Self.press([1, 0, 2, 3][$0])] }, givesUp: [0, 1])
        #expect(findings.map(\.result) == [.failure, .failure, .ok, .ok])
        #expect(findings[0].text.contains("but of button 2"))
        #expect(findings[0].advice?.contains("swapped") == true)
        #expect(said.contains("That was button 2"))
    }

    @Test(arguments: [Duration.seconds(100), .seconds(-100)]) func aTimeOfAnotherClockIsAFailure(_ late: Duration) async
    {
        let (findings, _) = await Self.run(Fingers { [Self.press($0, late: late)] })
        #expect(findings.allSatisfy { $0.result == .failure && $0.text.contains("not of the monotonic clock") })
    }

    @Test(arguments: [(true, Finding.Result.ok), (false, .failure), (nil, .warning)] as [(Bool?, Finding.Result)])
    func aPersonSaysWhatTheLampsDo(answer: Bool?, result: Finding.Result) async {
        let (findings, said) = await Self.run(Fingers { [Self.press($0)] }, signals: "lamps", says: answer)
        #expect(findings.count == 5 && findings[4].result == result)
        #expect(said.first == "Press button 1, whose lamp is lit")
        #expect(said.last == "Did the lamps work, each lamp with its own button? (y/n)")
    }

    @Test func aPanelThatDoesNotOpenIsAFailure() async {
        let check = LiveCheck(
            open: { throw CommandError("no buttons; buy some") }, names: ["a", "b", "c", "d"], signals: nil,
            say: { _ in }, ask: { _ in nil })
        #expect(await check.run() == [.failure("no buttons", "buy some")])
    }
}

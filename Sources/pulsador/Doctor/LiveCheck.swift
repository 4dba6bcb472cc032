import Buttons
import Timing

/// Every button is pressed, and every lamp looked at, by a person.
struct LiveCheck: Check {
    /// Opens the buttons.
    let open: @Sendable () throws -> any ButtonPanel
    /// What to call the buttons, by button: `button 1 (pin 29)`.
    let names: [String]
    /// What there is to see and hear besides: `lamps`, `lamps and beeper`; nil for nothing.
    let signals: String?
    /// Says a line to the person.
    let say: @Sendable (String) -> Void
    /// Asks what can be answered with yes or no; nil when nobody answered.
    let ask: @Sendable (String) async -> Bool?
    /// How long a press is waited for.
    var patience = Duration.seconds(20)
    /// Waits so long for a button, from 0.
    var sleep: @Sendable (_ button: Int, Duration) async throws -> Void = { try await Task.sleep(for: $1) }
    var title: String { "live test" }

    private enum Event: Sendable {
        case press(Press, arrivedAt: MonotonicTime)
        /// The wait of this number has been long enough.
        case timeout(Int)
    }

    /// A press that is told of later than this was not timed by the clock that it should.
    private static let longestDelay = Duration.seconds(1)

    func run() async -> [Finding] {
        let (events, continuation) = AsyncStream.makeStream(of: Event.self)
        let panel: any ButtonPanel
        do {
            panel = try open()
            try panel.start { continuation.yield(.press($0, arrivedAt: .now())) }
        } catch {
            return [Finding(.failure, splitting: (error as? CommandError)?.message ?? "\(error)")]
        }
        defer { panel.stop() }
        var iterator = events.makeAsyncIterator()
        var findings: [Finding] = []
        for (button, name) in names.enumerated() {
            let start = MonotonicTime.now()
            panel.show(.only(button, .on))
            say("Press \(name)" + (signals == nil ? "" : ", whose lamp is lit"))
            let timer = Task {
                guard (try? await sleep(button, patience)) != nil else { return }
                continuation.yield(.timeout(button))
            }
            findings.append(await finding(name, button, since: start, &iterator))
            timer.cancel()
        }
        panel.show(.all(.on))
        panel.beep(.taken)
        if let signals { findings.append(await look(signals)) }
        panel.show(.all(.off))
        return findings
    }

    private func finding(
        _ name: String, _ button: Int, since start: MonotonicTime, _ events: inout AsyncStream<Event>.Iterator
    ) async -> Finding {
        var others: Set<Int> = []
        while let event = await events.next() {
            switch event {
            case .timeout(button): return missing(name, others)
            // Of the button before, which was waited for no longer.
            case .timeout: continue
            case .press(_, let arrival) where arrival < start: continue
            case .press(let press, let arrival):
                guard press.button == button else {
                    say("That was \(names[press.button])")
                    others.insert(press.button)
                    continue
                }
                guard press.time <= arrival, press.time.duration(to: arrival) < Self.longestDelay else {
                    return .failure(
                        "\(name) works, but its time is not of the monotonic clock", "update the system's kernel")
                }
                return .ok("\(name) works")
            }
        }
        return missing(name, others)
    }

    private func missing(_ name: String, _ others: Set<Int>) -> Finding {
        let seconds = Int(patience.components.seconds)
        let heard = others.sorted().map { names[$0] }.joined(separator: ", ")
        return .failure(
            "\(name): no press in \(seconds) s" + (heard.isEmpty ? "" : ", but of \(heard)"),
            heard.isEmpty
                ? "look at its two wires, one to its line and one to ground, and at the pin map"
                : "wires or lines of the pin map are swapped")
    }

    private func look(_ signals: String) async -> Finding {
        switch await ask("Did the \(signals) work, each lamp with its own button? (y/n)") {
        case true?: .ok("the \(signals) work")
        case false?:
            .failure(
                "the \(signals) do not all work",
                "look at their wires, at which way round the LEDs are, and at 'lamp-active' in the pin map")
        case nil: .warning("nobody said whether the \(signals) work", nil)
        }
    }
}

import Buttons

/// The pins: the map of this board, its chip, who has the lines, and whether they can be requested as a game does.
struct PinsCheck: Check {
    /// Throws when there is no map for this machine.
    let options: @Sendable () throws -> GPIOPanel.Options
    /// Whether the game is to be played with these.
    let isWanted: Bool
    var title: String { "pins" }

    func run() async -> [Finding] {
        do {
            let options = try options()
            let inspection = try GPIOInspection(options)
            let map = options.map
            let head = Finding.ok("\(map.name) (\(map.file)) on \(inspection.chip)")
            let lines = Self.findings(inspection.entries, map: map.file, severity: severity)
            guard inspection.entries.allSatisfy({ !$0.line.isUsed }) else { return [head] + lines }
            return [head] + lines + (try trial(inspection))
        } catch {
            return [Finding(severity, splitting: "\(error)")]
        }
    }

    private var severity: Finding.Result { isWanted ? .failure : .warning }

    /// What is to say of lines as they were before anybody asked for them.
    static func findings(
        _ entries: [GPIOInspection.Entry], map: String, severity: Finding.Result
    ) -> [Finding] {
        var findings: [Finding] = []
        let taken = entries.filter { $0.line.isUsed }
        if taken.contains(where: \.isOurs) {
            findings.append(
                .warning(
                    "pulsador is running and has \(words(taken.filter(\.isOurs)))",
                    "to test them: sudo systemctl stop pulsador-player pulsador-host"))
        }
        for entry in taken where !entry.isOurs {
            let owner = entry.line.consumer.map { "'\($0.printable)'" } ?? "a driver or program that gave no name"
            findings.append(
                Finding(
                    result: entry.role == .button ? severity : .warning,
                    text: "\(words([entry])) is in use by \(owner)",
                    advice: "end that, turn its overlay off, or choose another line in \(map.printable)"))
        }
        for role in GPIOInspection.Role.allCases {
            let free = entries.filter { $0.role == role && !$0.line.isUsed }
            if !free.isEmpty { findings.append(.ok("free: \(words(free))")) }
        }
        return findings
    }

    /// `button-1 5 (GPIO5) at pin 29, button-2 …`
    private static func words(_ entries: [GPIOInspection.Entry]) -> String {
        entries.map { entry in
            "\(entry.field) \(entry.line.title)" + (entry.pin.map { " at \($0.printable)" } ?? "")
        }.joined(separator: ", ")
    }

    private func trial(_ inspection: GPIOInspection) throws -> [Finding] {
        let trial = try inspection.tryButtons()
        var findings = (trial.limits + inspection.trySignals()).map { Finding(.warning, splitting: $0) }
        if trial.limits.isEmpty { findings.append(.ok("the buttons can be requested, with \(trial.bias.rawValue)")) }
        if !trial.pressed.isEmpty {
            let buttons = trial.pressed.map { "\($0 + 1)" }.joined(separator: ", ")
            findings.append(
                .warning(
                    "button \(buttons) is pressed, or its line is shorted or pulled the wrong way",
                    "let go of it; else look at its wires and at 'pull' and 'active' in the pin map"))
        }
        return findings
    }
}

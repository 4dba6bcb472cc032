import Buttons
@preconcurrency import Glibc

/// `pulsador doctor`: what would stop this machine from playing, and what to do about it.
struct DoctorCommand: Command {
    static let name = "doctor"
    static let summary = "Say what would stop this machine from playing, and what to do about it"
    static let options: [Option] =
        [
            .value("buttons", "WHAT", "what it is to be played with, as for player (default: gpio, if there is any)")
        ] + ButtonsChoice.options + [
            .value("database", "DIR", "where the games are kept (default: ~/.local/state/pulsador)"),
            .flag("live", "have every button pressed and every lamp looked at"),
            .flag("json", "one JSON object per finding"),
        ]
    static let details = """
        Looks at the pins and who has them, permissions, the clock of the presses, Avahi, Wi-Fi power saving, the disk, the
        wall clock, and versions. Each line is ok, a warning (it plays, but not as well as it could) or a failure, with what
        to do. Exit code 1 when there was a failure. Stop the service first, or it has the buttons.
        """
    static let example = "pulsador doctor --buttons gpio --live"

    private struct Line: Encodable {
        let check: String
        let result: Finding.Result
        let text: String
        let advice: String?
    }

    private let choice: ButtonsChoice
    /// Whether somebody said what to play with: then it has to work.
    private let isWanted: Bool
    private let directory: String
    private let isLive: Bool
    private let writesJSON: Bool

    init(_ arguments: Arguments) throws {
        choice = try ButtonsChoice(arguments, default: "gpio")
        isWanted = arguments.string("buttons") != nil || arguments.string("board") != nil
        directory = arguments.string("database") ?? Places.state
        isLive = arguments.flag("live")
        writesJSON = arguments.flag("json")
        guard !isLive || (isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1) else {
            throw UsageError("--live asks a person, and here is no terminal")
        }
    }

    func run() async throws {
        var count = 0
        var failures = 0
        for check in checks {
            for finding in await check.run() {
                count += 1
                if finding.result == .failure { failures += 1 }
                tell(finding, of: check)
            }
        }
        guard failures == 0 else {
            throw CommandError("\(failures) of \(count) findings \(failures == 1 ? "is a failure" : "are failures")")
        }
    }

    private func tell(_ finding: Finding, of check: any Check) {
        if writesJSON {
            Output.json(
                Line(check: check.title, result: finding.result, text: finding.text, advice: finding.advice))
        } else {
            Output.line(finding.line(check.title))
        }
    }

    private var checks: [any Check] {
        let machine = Machine()
        var checks: [any Check] = [VersionsCheck(machine: machine)]
        let user = Places.userName
        if case .gpio = choice.kind {
            checks.append(PinsCheck(options: { try choice.pins() }, isWanted: isWanted))
            checks.append(PermissionCheck(machine: machine, devices: .pins, isWanted: isWanted, user: user))
        } else {
            checks.append(ButtonsCheck(choice: choice))
            if case .events = choice.kind {
                checks.append(PermissionCheck(machine: machine, devices: .inputs, isWanted: false, user: user))
            }
        }
        checks.append(EventClockCheck(machine: machine))
        if isLive { checks.append(live) }
        checks.append(DiscoveryCheck(ask: DiscoveryCheck.browse))
        checks.append(WiFiCheck(machine: machine))
        checks.append(DiskCheck(directory: directory))
        checks.append(ClockCheck(machine: machine))
        return checks
    }

    private var live: LiveCheck {
        // Whoever has no map has no pins: opening them says why.
        var map: PinMap?
        if case .gpio = choice.kind { map = (try? choice.pins())?.map }
        let names = (0..<ButtonsTuning.lineCount).map { button in
            "button \(button + 1)" + (map?.buttons[button].pin.map { " (\($0.printable))" } ?? "")
        }
        let hasLamps = map?.lamps.isEmpty == false
        let signals = hasLamps ? "lamps" + (map?.beeper == nil ? "" : " and the beeper") : nil
        return LiveCheck(
            open: { try choice.open(onGone: {}, tell: { _ in }) }, names: names, signals: signals,
            say: { Output.note($0) }, ask: TerminalAnswer.ask)
    }
}

import Buttons
@preconcurrency import Glibc

/// What a board's player presses, as the command line says.
struct ButtonsChoice: Sendable {
    enum Kind {
        case keyboard
        case mock(String)
        case gpio(GPIOChipName?)
        case events(String?)
    }

    let kind: Kind
    private let board: String?
    private let hasLamps: Bool
    private let hasSound: Bool
    private let keys: KeyMap?
    private let grabs: Bool

    static let options: [Option] = [
        .value("board", "BOARD", "pin map for gpio: a name or a FILE (default: the one of this machine)"),
        .value("keys", "KEYS", "four keys for events, such as KEY_A,KEY_B,KEY_C,KEY_D (default: 1 to 4, or BTN_…)"),
        .flag("grab", "with events: keep the keys from everybody else"),
    ]

    /// Without `hasSignals` the lamps and the beeper are left alone. Throws `UsageError`.
    init(_ arguments: Arguments, hasSignals: Bool = true, default fallback: String = "keyboard") throws {
        let text = arguments.string("buttons") ?? fallback
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let detail = parts.count > 1 ? parts[1] : nil
        switch (parts[0], detail) {
        case ("keyboard", nil): kind = .keyboard
        case ("mock", let file?) where !file.isEmpty: kind = .mock(file)
        case ("gpio", nil): kind = .gpio(nil)
        case ("gpio", let chip?) where !chip.isEmpty: kind = .gpio(GPIOChipName(chip))
        case ("events", nil): kind = .events(nil)
        case ("events", let device?) where !device.isEmpty: kind = .events(device)
        default:
            throw UsageError(
                "\(arguments.title("buttons")) takes gpio, gpio:CHIP, events, events:DEVICE, keyboard or mock:FILE, not "
                    + "'\(text.printable)'")
        }
        board = arguments.string("board")
        hasLamps = try hasSignals && arguments.position("lamps", default: true)
        hasSound = try hasSignals && arguments.position("sound", default: true)
        grabs = arguments.flag("grab")
        do {
            keys = try arguments.string("keys").map { try KeyMap(parsing: $0, context: arguments.title("keys")) }
        } catch let error as ButtonsError {
            throw UsageError("\(error)")
        }
    }

    /// Opens it. `onGone` is called when the terminal that the keys came from is gone, `tell` hears of hardware. Throws
    /// `CommandError` or `ButtonsError`.
    func open(
        onGone: @escaping @Sendable () -> Void, tell: @escaping @Sendable (PanelState) -> Void
    ) throws -> any ButtonPanel {
        switch kind {
        case .keyboard:
            guard isatty(STDIN_FILENO) == 1 else {
                throw CommandError("standard input is no terminal; use --buttons mock:FILE, gpio or events")
            }
            return try TerminalPanel(onGone: onGone)
        case .mock(let file): return try MockPanel(file: file)
        case .gpio: return try GPIOPanel(try pins(), tell: tell)
        case .events(let device):
            var options = EventPanel.Options()
            options.device = device
            options.keys = try keys ?? (board == nil ? nil : map().keys)
            options.grabs = grabs
            return try EventPanel(options, tell: tell)
        }
    }

    /// What is opened on the pins: by the map that was named, or that fits this machine. Throws `ButtonsError`.
    func pins() throws -> GPIOPanel.Options {
        var options = GPIOPanel.Options(map: try map())
        if case .gpio(let chip) = kind { options.chip = chip }
        options.hasLamps = hasLamps
        options.hasSound = hasSound
        return options
    }

    /// What it is, for a person.
    var words: String {
        switch kind {
        case .keyboard: "the keys 1 to 4 of this terminal"
        case .mock(let file): "the script \(file)"
        case .gpio(let chip): "the pins" + (chip.map { " of \($0.text)" } ?? "")
        case .events(let device): device ?? "the keys of an input device"
        }
    }

    /// Whether it is the keyboard, which a host has anyway.
    var isKeyboard: Bool {
        if case .keyboard = kind { true } else { false }
    }

    /// What the four buttons do on a host's board: as the pin map says, or in the usual order without one. Throws
    /// `ButtonsError`.
    func hostKeys() throws -> [PinMap.HostKey] {
        if case .gpio = kind { return try map().hostKeys }
        return board == nil ? PinMap.HostKey.allCases : try map().hostKeys
    }

    private func map() throws -> PinMap {
        let library = PinMapLibrary(folders: Places.boards)
        return try board.map { try library.map($0) } ?? library.detect()
    }
}

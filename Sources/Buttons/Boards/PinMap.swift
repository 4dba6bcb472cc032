import Settings

/// Which lines of which chip a board's buttons, lamps and beeper are on: a `.board` file, see `Documentation/boards.md`.
package struct PinMap: Hashable, Sendable {
    /// One line and where it is named.
    package struct Line: Hashable, Sendable {
        /// `button-1`.
        package let field: String
        /// Names of the line, or numbers on the chip; the first that exists is meant.
        package let alternatives: [String]
        /// For messages: `/usr/share/pulsador/boards/raspberry-pi.board:12: button-1`.
        package let place: String
        /// The pin of the header in words, if the file tells: `pin 29`.
        package let pin: String?
    }

    /// What a button does on the host's board.
    package enum HostKey: String, Hashable, Sendable, CaseIterable {
        /// Start, and on to the next screen.
        case next
        /// Close the question early.
        case close
        case back
        /// End the game; by a long press.
        case quit
    }

    /// The file, for messages.
    package let file: String
    /// What board it is, in words.
    package let name: String
    /// Device tree `compatible` strings of such boards; a `*` at the end stands for any rest.
    package let compatible: [String]
    /// Names of the chip, the first that exists is meant; empty: the chip that has the lines.
    package let chips: [GPIOChipName]
    /// Four.
    package let buttons: [Line]
    /// Four, or none.
    package let lamps: [Line]
    package let beeper: Line?
    /// Where the header has ground, in words, if the file tells.
    package let grounds: String?
    /// What pulls a line when its button is open.
    package let bias: GPIOLine.Bias
    /// Whether a closed contact pulls the line low.
    package let isActiveLow: Bool
    package let areLampsActiveLow: Bool
    package let isBeeperActiveLow: Bool
    /// Keys of an input device by button, each with alternatives by name; nil: the usual ones.
    package let keys: KeyMap?
    /// What each button does on the host's board.
    package let hostKeys: [HostKey]

    /// Reads a pin map. Throws `ButtonsError.invalidBoard`, which names file, line and field.
    package init(file: String) throws(ButtonsError) {
        let settings: SettingsFile
        do {
            settings = try SettingsFile(path: file, noun: "field")
        } catch {
            let message = error.code == .unreadable ? "cannot be read: \(error.message)" : error.message
            throw ButtonsError(.invalidBoard, message, context: error.context)
        }
        try self.init(settings)
    }

    /// Reads what a pin map's file holds; `file` is for messages. Throws as `init(file:)`.
    package init(parsing text: String, file: String) throws(ButtonsError) {
        let settings: SettingsFile
        do {
            settings = try SettingsFile(path: file, bytes: Array(text.utf8), noun: "field")
        } catch {
            throw ButtonsError(.invalidBoard, error.message, context: error.context)
        }
        try self.init(settings)
    }

    private init(_ settings: SettingsFile) throws(ButtonsError) {
        var reader = PinMapReader(settings)
        file = settings.path
        name = try reader.text("name")
        compatible = reader.words("compatible")
        chips = try reader.list("chip").map { GPIOChipName($0) }
        buttons = try reader.lines("button", isRequired: true)
        lamps = try reader.lines("lamp", isRequired: false)
        beeper = try reader.line("beeper")
        grounds = reader.optionalText("ground-pins")
        bias = try reader.choice("pull", ["up": .pullUp, "down": .pullDown, "none": .none], default: .pullUp)
        isActiveLow = try reader.choice("active", PinMapReader.actives, default: true)
        areLampsActiveLow = try reader.choice("lamp-active", PinMapReader.actives, default: false)
        isBeeperActiveLow = try reader.choice("beeper-active", PinMapReader.actives, default: false)
        keys = try reader.keys()
        hostKeys = try reader.hostKeys()
        try reader.refuseTheRest()
    }

    /// Whether a board with this device tree `compatible` string is one of these.
    func fits(_ compatible: String) -> Bool {
        self.compatible.contains { $0.hasSuffix("*") ? compatible.hasPrefix($0.dropLast()) : compatible == $0 }
    }
}

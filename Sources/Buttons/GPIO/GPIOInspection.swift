/// What a pin map means on this machine, for whoever wants to know before there is a game.
///
///     let inspection = try GPIOInspection(GPIOPanel.Options(map: map))
///     for entry in inspection.entries where entry.line.isUsed { print(entry.field, entry.line.title) }
package struct GPIOInspection {
    package enum Role: Hashable, Sendable, CaseIterable {
        case button
        case lamp
        case beeper
    }

    /// A line of the map, as it was before anybody asked for it.
    package struct Entry: Hashable, Sendable {
        package let role: Role
        /// `button-1`.
        package let field: String
        /// The pin of the header in words, if the map tells.
        package let pin: String?
        package let line: GPIOLine

        /// Whether this program has it, in another process.
        package var isOurs: Bool { line.consumer.map(GPIOConsumer.all.contains) ?? false }
    }

    /// What came of requesting the buttons for a moment, as a game does.
    package struct Trial: Hashable, Sendable {
        /// What pulls the lines now.
        package let bias: GPIOLine.Bias
        /// Buttons, from 0, that were pressed; nobody should have a finger on one.
        package let pressed: [Int]
        /// What the chip cannot do, and what to do about it.
        package let limits: [String]
    }

    /// For messages: `gpiochip0 "pinctrl-bcm2711"`.
    package let chip: String
    /// In the order of the map: buttons, lamps, beeper.
    package let entries: [Entry]
    private let options: GPIOPanel.Options

    /// Looks, and requests nothing. Throws `ButtonsError` with one line that says what to do: no chip, no permission, no
    /// such line.
    package init(_ options: GPIOPanel.Options) throws(ButtonsError) {
        self.options = options
        let map = options.map
        let chip = try GPIOSearch().find(for: map, named: options.chip)
        let layout = try GPIOLayout(map, on: chip)
        self.chip = chip.title
        let buttons = zip(map.buttons, layout.buttons).map { (Role.button, $0, $1) }
        let lamps = zip(map.lamps, layout.lamps).map { (Role.lamp, $0, $1) }
        let beeper = zip([map.beeper].compactMap { $0 }, [layout.beeper].compactMap { $0 }).map {
            (Role.beeper, $0, $1)
        }
        var entries: [Entry] = []
        for (role, field, offset) in buttons + lamps + beeper {
            do throws(SystemError) {
                let line = try chip.line(offset)
                entries.append(Entry(role: role, field: field.field, pin: field.pin, line: line))
            } catch {
                throw GPIOTrouble.request("the lines", error, chip, [offset], map: map)
            }
        }
        self.entries = entries
    }

    /// Requests the buttons as a game does, reads them, and gives them back. Throws as `GPIOPanel.init`.
    package func tryButtons() throws(ButtonsError) -> Trial {
        var limits: [String] = []
        let input = try GPIOPanel.open(options) { limits.append($0.text) }
        defer { input.close() }
        let levels = try input.levels()
        // The kernel tells what it was asked for, so while it is requested.
        let now = try GPIOInspection(options).entries
        return Trial(
            bias: now.first { $0.role == .button }?.line.bias ?? .unknown,
            pressed: levels.indices.filter { levels[$0] }, limits: limits)
    }

    /// Requests lamps and beeper for a moment, which turns them off; returns what is wrong with them and what to do.
    package func trySignals() -> [String] {
        var troubles: [String] = []
        _ = GPIOSignals.open(options) { troubles.append($0.text) }
        return troubles
    }
}

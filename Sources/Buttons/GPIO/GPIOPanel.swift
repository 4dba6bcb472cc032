import Synchronization

/// Four real buttons on the pins of a GPIO chip, with lamps and a beeper where the pin map has them.
///
/// One request holds the four button lines, so that the kernel gives their edges one order; lamps and beeper have requests
/// and a thread of their own and cannot delay a press.
///
///     let panel = try GPIOPanel(GPIOPanel.Options(map: map)) { print($0.text) }
///     try panel.start { press in … }
package final class GPIOPanel: ButtonPanel {
    /// What to open.
    package struct Options: Sendable {
        package var map: PinMap
        /// Instead of the chip that the map names.
        package var chip: GPIOChipName?
        package var hasLamps = true
        package var hasSound = true

        package init(map: PinMap) {
            self.map = map
        }
    }

    private let reader: EdgeReader
    private let signals: SignalThread

    /// Opens chip and lines. Throws `ButtonsError` with one line that says what to do: no chip, no permission, no such line,
    /// a line that is in use. Lamps and beeper are no reason to fail: what is wrong with them `tell` hears.
    /// `tell` is called from this thread and from threads of the panel.
    package init(_ options: Options, tell: @escaping @Sendable (PanelState) -> Void) throws(ButtonsError) {
        let input = try Self.open(options, tell: tell)
        let signals = try SignalThread(tell: tell) { GPIOSignals.open(options, tell: tell) }
        self.signals = signals
        reader = try EdgeReader(
            "gpio buttons", input,
            reopening: EdgeReopening(
                folders: ["/dev"],
                open: { () throws(ButtonsError) in
                    let input = try Self.open(options, tell: tell)
                    signals.reopen()
                    return input
                }, tell: tell))
    }

    package func onContact(_ handler: @escaping @Sendable (Press) -> Void) {
        reader.onContact(handler)
    }

    package func onHold(_ handler: @escaping @Sendable (Press) -> Void) {
        reader.onHold(handler)
    }

    package func start(_ handler: @escaping @Sendable (Press) -> Void) throws {
        try reader.start(handler)
    }

    package func stop() {
        reader.stop()
        signals.stop()
    }

    package func show(_ pattern: LampPattern) {
        signals.show(pattern)
    }

    package func beep(_ beep: Beep) {
        signals.beep(beep)
    }

    static func open(
        _ options: Options, tell: (PanelState) -> Void
    ) throws(ButtonsError) -> any EdgeSource {
        let map = options.map
        let chip = try GPIOSearch().find(for: map, named: options.chip)
        let offsets = try GPIOLayout(map, on: chip).buttons
        do throws(SystemError) {
            return try GPIOInput(chip, offsets: offsets, bias: map.bias, isActiveLow: map.isActiveLow)
        } catch {
            guard map.bias == .pullUp || map.bias == .pullDown, GPIOBias.mayBeRefused(error) else {
                throw GPIOTrouble.request("the buttons", error, chip, offsets, map: map)
            }
            do throws(SystemError) {
                let input = try GPIOInput(chip, offsets: offsets, bias: .unknown, isActiveLow: map.isActiveLow)
                tell(.limited(GPIOBias.advice(chip, map)))
                return input
            } catch {
                throw GPIOTrouble.request("the buttons", error, chip, offsets, map: map)
            }
        }
    }
}

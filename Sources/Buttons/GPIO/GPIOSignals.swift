/// Opens lamps and beeper on the pins.
enum GPIOSignals {
    /// What the map and the options want and the chip gives; of what it does not give `tell` hears.
    static func open(_ options: GPIOPanel.Options, tell: (PanelState) -> Void) -> (lamps: Lamps?, beeper: Beeper?) {
        let map = options.map
        // A chip of their own: handles are for one thread, and the buttons have another. One that is gone was told of by the
        // buttons.
        guard let chip = GPIOSearch().chip(for: map, named: options.chip), let layout = try? GPIOLayout(map, on: chip)
        else { return (nil, nil) }
        func output(_ what: String, _ option: String, _ offsets: [Int], _ consumer: String, _ isLow: Bool)
            -> GPIOOutput?
        {
            do throws(SystemError) {
                return try GPIOOutput(chip, offsets: offsets, consumer: consumer, isActiveLow: isLow)
            } catch {
                let trouble = GPIOTrouble.request(what, error, chip, offsets, map: map)
                tell(.limited("\(trouble); or play without: \(option) off"))
                return nil
            }
        }
        var lamps: Lamps?
        if options.hasLamps, !layout.lamps.isEmpty {
            lamps = output("the lamps", "--lamps", layout.lamps, GPIOConsumer.lamps, map.areLampsActiveLow).map {
                Lamps($0)
            }
        }
        var beeper: Beeper?
        if options.hasSound, let offset = layout.beeper {
            beeper = output("the beeper", "--sound", [offset], GPIOConsumer.beeper, map.isBeeperActiveLow).map {
                Beeper($0)
            }
        }
        return (lamps, beeper)
    }
}

/// A pin map's lines as numbers on one chip.
struct GPIOLayout {
    let buttons: [Int]
    let lamps: [Int]
    let beeper: Int?

    /// Throws `ButtonsError.noLine`, naming file, line and field, when the chip does not have one of them, and
    /// `.invalidBoard` when two fields mean the same one.
    init(_ map: PinMap, on chip: GPIOChip) throws(ButtonsError) {
        let lines = chip.lines
        var taken: [Int: PinMap.Line] = [:]
        func offset(_ line: PinMap.Line) throws(ButtonsError) -> Int {
            for text in line.alternatives {
                let number = Int(text)
                guard let found = lines.first(where: { $0.name == text || $0.offset == number }) else { continue }
                if let other = taken.updateValue(line, forKey: found.offset) {
                    throw ButtonsError(
                        .invalidBoard,
                        "is line \(found.title) of \(chip.title), and so is \(other.field); choose another",
                        context: line.place)
                }
                return found.offset
            }
            throw GPIOTrouble.noLine(line, chip, lines)
        }
        var buttons: [Int] = []
        for line in map.buttons { buttons.append(try offset(line)) }
        var lamps: [Int] = []
        for line in map.lamps { lamps.append(try offset(line)) }
        self.buttons = buttons
        self.lamps = lamps
        beeper = try map.beeper.map { line throws(ButtonsError) in try offset(line) }
    }
}

/// What a key stroke asks for.
enum KeyMap {
    private static let controlC: UInt8 = 3

    /// What the screen waits for.
    enum Mode {
        case plain
        /// A question is put to the host: only its answers, and Ctrl-C, mean anything.
        case asking
        /// Somebody answers aloud, and the host says whether that is right. What would go on elsewhere is not taken for it.
        case judging
    }

    static func key(for stroke: KeyDecoder.Stroke, _ mode: Mode) -> ProjectorKey? {
        switch stroke {
        case .forward:
            return mode == .asking ? nil : mode == .judging ? .verdict(true) : .advance
        case .backward:
            return mode == .asking ? nil : mode == .judging ? .verdict(false) : .back
        case .ascii(controlC):
            return .quit
        case .ascii(let byte):
            // Capitals too: a keyboard may have its lock on.
            let letter = Character(Unicode.Scalar(byte)).lowercased()
            return switch mode {
            case .plain: plain(letter)
            case .asking: answer(letter)
            case .judging: verdict(letter)
            }
        }
    }

    private static func answer(_ letter: String) -> ProjectorKey? {
        switch letter {
        case "y": .confirm(true)
        case "n": .confirm(false)
        default: nil
        }
    }

    private static func verdict(_ letter: String) -> ProjectorKey? {
        switch letter {
        case "y", "r": .verdict(true)
        case "n", "w": .verdict(false)
        case "q", "1", "2", "3", "4": plain(letter)
        default: nil
        }
    }

    private static func plain(_ letter: String) -> ProjectorKey? {
        switch letter {
        case " ", "\r", "\n": .advance
        case "b", "\u{8}", "\u{7F}": .back
        case "c": .close
        case "q": .quit
        case "u": .undo
        case "1", "2", "3", "4": Int(letter).map { .digit($0) }
        default: nil
        }
    }
}

/// What a key stroke asks for.
enum KeyMap {
    private static let controlC: UInt8 = 3

    /// With a question on screen only its answers, and Ctrl-C, mean anything.
    static func key(for stroke: KeyDecoder.Stroke, asking: Bool) -> ProjectorKey? {
        switch stroke {
        case .forward:
            return asking ? nil : .advance
        case .backward:
            return asking ? nil : .back
        case .ascii(controlC):
            return .quit
        case .ascii(let byte):
            // Capitals too: a keyboard may have its lock on.
            let letter = Character(Unicode.Scalar(byte)).lowercased()
            return asking ? answer(letter) : plain(letter)
        }
    }

    private static func answer(_ letter: String) -> ProjectorKey? {
        switch letter {
        case "y": .confirm(true)
        case "n": .confirm(false)
        default: nil
        }
    }

    private static func plain(_ letter: String) -> ProjectorKey? {
        switch letter {
        case " ", "\r", "\n", "n": .advance
        case "b", "\u{8}", "\u{7F}": .back
        case "c": .close
        case "q": .quit
        case "1", "2", "3", "4": Int(letter).map { .digit($0) }
        default: nil
        }
    }
}

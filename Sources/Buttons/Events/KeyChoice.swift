/// Which four keys of a device are the buttons when nobody says: a pure rule.
///
/// A buzzer or gamepad gives its first four buttons (`BTN_…`), a keypad, keyboard or `gpio-keys` device the digits 1 to 4
/// of either block. Of several devices a buzzer comes first, then a keypad, then a whole keyboard, then what has few of
/// these keys.
struct KeyChoice: Hashable, Sendable {
    let keys: KeyMap
    /// Smaller is better.
    let rank: Int

    /// Buttons of joysticks, gamepads and buzzers, in the order of their codes; without those of mice and tablets.
    private static let padButtons: [UInt32] = Array(0x120...0x13E) + Array(0x2C0...0x2E7) + Array(0x100...0x109)
    /// The letter Q: a device that has it is a whole keyboard.
    private static let letter: UInt32 = 16

    /// nil when the device has no four such keys.
    init?(_ hasKey: (UInt32) -> Bool) {
        let pad = Self.padButtons.filter(hasKey)
        let isKeyboard = hasKey(Self.letter)
        if pad.count >= ButtonsTuning.lineCount, !isKeyboard {
            keys = KeyMap(pad.prefix(ButtonsTuning.lineCount).map { [$0] })
            rank = 0
        } else if Self.has(KeyMap.digits, hasKey) {
            keys = KeyMap.digits
            rank = isKeyboard ? 2 : 1
        } else {
            return nil
        }
    }

    /// Whether a device has a key for each button.
    static func has(_ keys: KeyMap, _ hasKey: (UInt32) -> Bool) -> Bool {
        keys.buttons.allSatisfy { $0.contains(where: hasKey) }
    }
}

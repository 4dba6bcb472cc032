import Testing

@testable import Buttons

@Suite struct KeyChoiceTests {
    private func choice(_ codes: [UInt32]) -> KeyChoice? {
        KeyChoice { codes.contains($0) }
    }

    private static let keyboard: [UInt32] = Array(1...88)
    private static let keypad: [UInt32] = [69, 71, 72, 73, 75, 76, 77, 79, 80, 81, 82]

    @Test func aBuzzerGivesItsFirstFourButtons() {
        #expect(choice([0x124, 0x120, 0x121, 0x122, 0x123])?.keys == KeyMap([[0x120], [0x121], [0x122], [0x123]]))
        #expect(choice([0x2C0, 0x2C3, 0x2C1, 0x2C2])?.keys == KeyMap([[0x2C0], [0x2C1], [0x2C2], [0x2C3]]))
    }

    @Test func aKeypadAndAKeyboardGiveTheDigits() {
        #expect(choice(Self.keypad)?.keys == .digits)
        #expect(choice(Self.keyboard)?.keys == .digits)
        #expect(choice([2, 3, 4, 5])?.keys == .digits, "gpio-keys")
        #expect(choice([2, 80, 4, 75])?.keys == .digits)
    }

    @Test func aBuzzerComesBeforeAKeypadAndThatBeforeAKeyboard() throws {
        let buzzer = try #require(choice([0x120, 0x121, 0x122, 0x123]))
        let keypad = try #require(choice(Self.keypad))
        let keyboard = try #require(choice(Self.keyboard))
        #expect(buzzer.rank < keypad.rank && keypad.rank < keyboard.rank)
    }

    @Test func aMouseAPowerButtonAndAPadOfThreeHaveNone() {
        #expect(choice([0x110, 0x111, 0x112, 0x113, 0x114]) == nil)
        #expect(choice([116]) == nil)
        #expect(choice([0x120, 0x121, 0x122]) == nil)
        #expect(choice([]) == nil)
    }

    @Test func keysAreNamedAsTheKernelDoes() throws {
        let keys = try KeyMap(parsing: "KEY_A, b,KEY_C+kp3,BTN_SOUTH", context: "--keys")
        #expect(keys == KeyMap([[30], [48], [46, 81], [0x130]]))
        #expect(keys.button(of: 81) == 2)
        #expect(keys.button(of: 2) == nil)
    }

    @Test(arguments: ["", "KEY_A", "A,B,C", "A,B,C,D,E", "A,B,C,", "A,B,C,ZZ", "A,B,C,D+", "REL_X,A,B,C"])
    func fewerMoreOrUnknownKeysAreRefused(_ text: String) {
        #expect {
            try KeyMap(parsing: text, context: "--keys")
        } throws: { "\($0)".hasPrefix("--keys: ") }
    }
}

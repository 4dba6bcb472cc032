import CInput

/// Which keys of an input device are which button.
package struct KeyMap: Hashable, Sendable {
    struct UnknownKey: Error {
        let message: String
    }

    /// The kernel's codes by button, from 0; a button may have several keys.
    let buttons: [[UInt32]]

    init(_ buttons: [[UInt32]]) {
        self.buttons = buttons
    }

    /// The keys 1 to 4 of a keyboard, and those of its number block.
    package static let digits = KeyMap([[2, 79], [3, 80], [4, 81], [5, 75]])

    /// Reads `KEY_A,KEY_B,KEY_C,KEY_D`: four keys by their names in the kernel, with or without `KEY_`; several for one
    /// button with a `+` between them. Throws `ButtonsError`; `context` is what messages call it.
    package init(parsing text: String, context: String) throws(ButtonsError) {
        var buttons: [[UInt32]] = []
        for button in text.split(separator: ",", omittingEmptySubsequences: false) {
            var codes: [UInt32] = []
            for name in button.split(separator: "+", omittingEmptySubsequences: false) {
                do throws(UnknownKey) {
                    codes.append(try Self.code(String(name.filter { $0 != " " })))
                } catch {
                    throw ButtonsError(.invalidBoard, error.message, context: context)
                }
            }
            buttons.append(codes)
        }
        guard buttons.count == ButtonsTuning.lineCount else {
            throw ButtonsError(
                .invalidBoard,
                "takes four keys with commas between them, such as KEY_A,KEY_B,KEY_C,KEY_D, not '\(text.printable)'",
                context: context)
        }
        self.init(buttons)
    }

    /// The code of a key by its name: `KEY_KP1`, `KP1`, `BTN_TRIGGER`.
    static func code(_ name: String) throws(UnknownKey) -> UInt32 {
        let upper = name.uppercased()
        for candidate in [upper, "KEY_\(upper)"] {
            let code = cinput_key_code(candidate)
            if code > 0 { return UInt32(code) }
        }
        throw UnknownKey(
            message:
                "there is no key '\(name.printable)'; names are those of the kernel, such as KEY_1, KEY_KP1 or BTN_TRIGGER"
        )
    }

    /// The button of a key.
    func button(of code: UInt32) -> Int? {
        buttons.firstIndex { $0.contains(code) }
    }
}

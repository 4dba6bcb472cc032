/// Finds key strokes in the bytes a terminal sends, however they are cut.
///
/// Escape sequences of keys that mean nothing here are taken in whole, so that no part of one is read as a key.
struct KeyDecoder {
    /// A key stroke that may mean something.
    enum Stroke: Equatable {
        /// An ASCII character, control characters included.
        case ascii(UInt8)
        /// The right arrow, or Page Down.
        case forward
        /// The left arrow, or Page Up.
        case backward
    }

    private enum State {
        case ground
        case escape
        /// After ESC O.
        case single
        /// After ESC [, with the parameter bytes so far; past two they can no longer be a key of ours.
        case sequence([UInt8])
    }

    private static let escape: UInt8 = 0x1B
    private var state = State.ground

    mutating func decode(_ bytes: some Sequence<UInt8>) -> [Stroke] {
        bytes.compactMap { decode($0) }
    }

    private mutating func decode(_ byte: UInt8) -> Stroke? {
        if byte == Self.escape {
            state = .escape
            return nil
        }
        let before = state
        state = .ground
        switch before {
        case .ground:
            return ascii(byte)
        case .escape:
            switch byte {
            case UInt8(ascii: "["): state = .sequence([])
            case UInt8(ascii: "O"): state = .single
            default: return ascii(byte)
            }
        case .single:
            return Self.arrow(byte)
        case .sequence(let parameters):
            if (0x20...0x3F).contains(byte) {
                state = .sequence(parameters.count < 2 ? parameters + [byte] : parameters)
            } else if parameters.isEmpty, let stroke = Self.arrow(byte) {
                return stroke
            } else if byte == UInt8(ascii: "~"), let stroke = Self.page(parameters) {
                return stroke
            } else if byte < 0x20 {
                // No sequence holds a control character: a broken one must not swallow Ctrl-C.
                return .ascii(byte)
            }
        }
        return nil
    }

    private static func arrow(_ byte: UInt8) -> Stroke? {
        switch byte {
        case UInt8(ascii: "C"): .forward
        case UInt8(ascii: "D"): .backward
        default: nil
        }
    }

    private static func page(_ parameters: [UInt8]) -> Stroke? {
        switch parameters {
        case [UInt8(ascii: "6")]: .forward
        case [UInt8(ascii: "5")]: .backward
        default: nil
        }
    }

    private func ascii(_ byte: UInt8) -> Stroke? {
        byte < 0x80 ? .ascii(byte) : nil
    }
}

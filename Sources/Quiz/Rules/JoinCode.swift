/// The six characters that people read off the screen to find the right game.
package enum JoinCode {
    /// A–Z and 0–9 without the look-alikes O, 0, I and 1.
    package static let alphabet = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
    package static let length = 6

    /// Draws a code; the same generator state gives the same code.
    package static func draw(using generator: inout SeededGenerator) -> String {
        String((0..<length).map { _ in alphabet[generator.index(below: alphabet.count)] })
    }
}

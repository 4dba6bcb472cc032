import Testing

@testable import Projector

@Suite struct KeyTests {
    private func keys(_ text: String, _ mode: KeyMap.Mode = .plain) -> [ProjectorKey] {
        var decoder = KeyDecoder()
        return decoder.decode(Array(text.utf8)).compactMap { KeyMap.key(for: $0, mode) }
    }

    @Test(
        "Keys mean what the help says",
        arguments: [
            (" ", ProjectorKey.advance), ("\r", .advance), ("\n", .advance),
            ("\u{1B}[C", .advance), ("\u{1B}OC", .advance), ("\u{1B}[6~", .advance), ("c", .close), ("q", .quit),
            ("\u{3}", .quit), ("1", .digit(1)), ("4", .digit(4)), ("b", .back), ("\u{1B}[D", .back), ("u", .undo),
            ("U", .undo),
            ("\u{1B}OD", .back),
            ("\u{1B}[5~", .back), ("\u{7F}", .back),
        ])
    func plain(text: String, key: ProjectorKey) {
        #expect(keys(text) == [key])
    }

    @Test(
        "Everything else means nothing",
        arguments: [
            "5", "0", "x", "y", "n", "N", "é", "\u{1B}", "\u{1B}[A", "\u{1B}[1;5C", "\u{1B}OP", "\u{1B}[200~", "\u{1A}",
        ])
    func nothing(text: String) {
        #expect(keys(text).isEmpty)
    }

    @Test("While a question is shown only its answers and Ctrl-C count")
    func asking() {
        #expect(
            keys("qc 1bu\r\u{1B}[C\u{1B}[DyNn\u{3}", .asking) == [
                .confirm(true), .confirm(false), .confirm(false), .quit,
            ])
    }

    @Test("While somebody answers aloud, what goes on elsewhere is no verdict")
    func judging() {
        #expect(
            keys(" \r\nbcuyrNW\u{1B}[C\u{1B}[5~2q\u{3}", .judging) == [
                .verdict(true), .verdict(true), .verdict(false), .verdict(false), .verdict(true), .verdict(false),
                .digit(2), .quit,
                .quit,
            ])
    }

    @Test("Only while somebody answers do keys judge")
    func modes() {
        #expect(Picture(scene: .buzz(Samples.buzz(.answering))).keyMode == .judging)
        #expect(Picture(scene: .buzz(Samples.buzz(.right(points: 900)))).keyMode == .plain)
        #expect(Picture(scene: .buzz(Samples.buzz(.answering)), question: "Quit?").keyMode == .asking)
    }

    @Test("However the bytes are cut, the keys are the same", arguments: 0...16)
    func splits(cut: Int) {
        let bytes = Array("q\u{1B}[6~\u{1B}OC1é\u{1B}[15~c".utf8)
        var decoder = KeyDecoder()
        let strokes = decoder.decode(bytes[..<min(cut, bytes.count)]) + decoder.decode(bytes[min(cut, bytes.count)...])
        let keys = strokes.compactMap { KeyMap.key(for: $0, .plain) }
        #expect(keys == [.quit, .advance, .advance, .digit(1), .close])
    }

    @Test("A broken sequence does not swallow Ctrl-C")
    func broken() {
        #expect(keys("\u{1B}[\u{3}") == [.quit])
    }
}

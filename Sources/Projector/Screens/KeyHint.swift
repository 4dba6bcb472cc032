/// A key and what it does, for the help line.
struct KeyHint: Equatable {
    let key: String
    let meaning: String

    init(_ key: String, _ meaning: String) {
        self.key = key
        self.meaning = meaning
    }

    static let quit = KeyHint("q", "quit")
    static let undo = KeyHint("u", "undo")
}

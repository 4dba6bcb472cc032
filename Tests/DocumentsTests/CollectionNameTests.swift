import Testing

@testable import Documents

@Suite struct CollectionNameTests {
    static let names: [(String, String, String)] = [
        ("_default", "_default._default", "_default"), ("_default._default", "_default._default", "_default"),
        ("answers", "_default.answers", "answers"), ("_default.answers", "_default.answers", "answers"),
        ("game.answers", "game.answers", "game.answers"), ("a_%-9", "_default.a_%-9", "a_%-9"),
    ]

    @Test(arguments: names) func aNameIsReadWithItsScope(text: String, full: String, wire: String) throws {
        let name = try #require(CollectionName(text))
        #expect(name.description == full)
        #expect(name.wireName == wire)
        #expect(CollectionName(full) == name)
        #expect(CollectionName(wire) == name)
    }

    @Test(arguments: [
        "", ".", "a.", ".a", "a.b.c", "_a", "%a", "a b", "é", "a/b", "game._default", "_x.a",
        String(repeating: "x", count: 252),
    ]) func aNameOutsideTheRulesIsRefused(text: String) {
        #expect(CollectionName(text) == nil)
    }

    @Test func aNameOf251CharactersIsTaken() {
        #expect(CollectionName(String(repeating: "x", count: 251)) != nil)
    }
}

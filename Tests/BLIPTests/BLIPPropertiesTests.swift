import Testing

@testable import BLIP

@Suite struct BLIPPropertiesTests {
    @Test func theOrderIsKeptAndTheProfileComesFirst() throws {
        var properties: BLIPProperties = ["collection": "0", "id": "doc-1", "Profile": "rev"]
        properties["rev"] = "1-a"
        properties["collection"] = "1"
        #expect(properties.profile == "rev")
        #expect(properties.pairs.map(\.key) == ["Profile", "collection", "id", "rev"])
        let bytes = Array("Profile\0rev\0collection\01\0id\0doc-1\0rev\01-a\0".utf8)
        #expect(try properties.encoded() == bytes)
        #expect(try BLIPProperties(parsing: bytes[...]) == properties)
    }

    @Test func nilRemovesAKey() {
        var properties: BLIPProperties = ["a": "1", "b": "2"]
        properties["a"] = nil
        properties["c"] = nil
        #expect(properties == ["b": "2"])
        #expect(properties["a"] == nil)
    }

    @Test func ofRepeatedKeysTheFirstCounts() throws {
        let properties = try BLIPProperties(parsing: Array("a\01\0a\02\0".utf8)[...])
        #expect(properties["a"] == "1")
        #expect(properties.pairs.count == 2)
    }

    @Test(arguments: [
        ("true", true), ("TRUE", true), ("YES", true), ("yes", true), ("1", true), ("2", true), ("-1", true),
        ("false", false), ("0", false), ("00", false), ("", false), ("no", false), ("truely", false),
    ])
    func booleansAreReadLeniently(_ text: String, _ expected: Bool) {
        let properties: BLIPProperties = ["deleted": text]
        #expect(properties.bool("deleted") == expected)
        #expect(!properties.bool("missing"))
    }

    @Test func noPropertiesAreNoBytes() throws {
        #expect(try BLIPProperties().encoded().isEmpty)
        #expect(try BLIPProperties(parsing: []).isEmpty)
    }

    @Test func emptyKeysAndValuesAndForeignLettersSurvive() throws {
        let properties: BLIPProperties = ["": "", "rev": "", "título": "¿qué? 🎲"]
        #expect(try BLIPProperties(parsing: properties.encoded()[...]) == properties)
    }

    @Test(arguments: [
        "a", "a\01", "a\0", "\0", "a\01\0b\0", "a\01\0b", "a\0\u{1}\0\0",
    ])
    func aListWithoutItsEndOrAValueIsRefused(_ text: String) {
        #expect(throws: BLIPError.self) { try BLIPProperties(parsing: Array(text.utf8)[...]) }
    }

    @Test(arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xC3], [0xF4, 0x90, 0x80, 0x80]] as [[UInt8]])
    func whatIsNotUTF8IsRefused(_ bytes: [UInt8]) {
        #expect(throws: BLIPError.self) { try BLIPProperties(parsing: (bytes + [0, 0x31, 0])[...]) }
        #expect(throws: BLIPError.self) { try BLIPProperties(parsing: ([0x61, 0] + bytes + [0])[...]) }
    }

    @Test func aNULCannotBeSent() {
        let inKey: BLIPProperties = ["a\0b": "1"]
        let inValue: BLIPProperties = ["Profile": "rev", "id": "a\0b"]
        #expect(throws: BLIPError.self) { try inKey.encoded() }
        #expect(throws: BLIPError.self) { try inValue.encoded() }
    }

    @Test func theLimitIs100KiBExactly() throws {
        let limit = 100 << 10
        let largest: BLIPProperties = ["a": String(repeating: "x", count: limit - 3)]
        let bytes = try largest.encoded()
        #expect(bytes.count == limit)
        #expect(try BLIPProperties(parsing: bytes[...]) == largest)
        let larger: BLIPProperties = ["a": String(repeating: "x", count: limit - 2)]
        #expect(throws: BLIPError.self) { try larger.encoded() }
        #expect(throws: BLIPError.self) {
            try BLIPProperties(parsing: (bytes.dropLast() + [0x78, 0])[...])
        }
    }

    @Test func aListOfNothingButNULsIsCheap() throws {
        let properties = try BLIPProperties(parsing: [UInt8](repeating: 0, count: 100 << 10)[...])
        #expect(properties.pairs.count == 50 << 10)
        #expect(properties["a"] == nil)
    }
}

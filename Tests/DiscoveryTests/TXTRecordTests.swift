import Testing

@testable import Discovery

@Suite struct TXTRecordTests {
    /// The example in the format's description.
    private let golden: [UInt8] = [
        0x06, 0x67, 0x61, 0x6D, 0x65, 0x3D, 0x61, 0x05, 0x74, 0x6C, 0x73, 0x3D, 0x31,
    ]

    @Test func encodesTheDocumentedBytes() throws {
        #expect(try TXTRecord.encode(["tls": "1", "game": "a"]) == golden)
        #expect(try TXTRecord.encode([:]) == [])
    }

    @Test func parsesTheDocumentedBytes() {
        #expect(TXTRecord.parse(golden) == ["tls": "1", "game": "a"])
        #expect(TXTRecord.parse([]) == [:])
        #expect(TXTRecord.parse([0]) == [:])
    }

    @Test(arguments: 0..<13) func aTruncatedRecordYieldsTheEntriesThatAreWhole(length: Int) {
        #expect(TXTRecord.parse(Array(golden.prefix(length))) == (length < 7 ? [:] : ["game": "a"]))
    }

    @Test(arguments: [
        ("x", ["x": ""]), ("x=", ["x": ""]), ("X=1", ["x": "1"]), ("x=a=b", ["x": "a=b"]), ("=x", [:]), ("", [:]),
        ("k\u{1}=x", [:]), ("é=x", [:]), ("a b=x", ["a b": "x"]), ("x=\u{1B}[31mred\u{7}\n", ["x": "[31mred"]),
        ("x=\u{202E}abc", ["x": "abc"]), ("x=👩‍🚒", ["x": "👩‍🚒"]),
    ]) func anEntryIsReadAsRFC6763Says(entry: String, expected: [String: String]) {
        #expect(TXTRecord.parse([UInt8(entry.utf8.count)] + Array(entry.utf8)) == expected)
    }

    @Test func theFirstOfEqualKeysCounts() {
        #expect(TXTRecord.parse(Array("\u{3}a=1\u{3}A=2\u{3}b=3".utf8)) == ["a": "1", "b": "3"])
    }

    @Test func invalidUTF8IsRepaired() {
        #expect(TXTRecord.parse([3, 0x78, 0x3D, 0xFF]) == ["x": "\u{FFFD}"])
    }

    @Test func aRecordOfManyKeysIsCut() {
        let wire = (0..<100).flatMap { Array("\u{5}k\($0 + 100)=".utf8) }
        let entries = TXTRecord.parse(wire)
        #expect(entries.count == DiscoveryLimits.foreignTXTKeys)
        #expect(entries["k100"] != nil && entries["k131"] != nil)
    }

    @Test func whatIsBeyondTheByteLimitIsIgnored() {
        let filler = Array(repeating: [UInt8(1), UInt8(ascii: "=")], count: DiscoveryLimits.foreignTXTBytes / 2)
        #expect(TXTRecord.parse(filler.flatMap { $0 } + [3, 0x61, 0x3D, 0x31]) == [:])
        #expect(TXTRecord.parse(filler.dropLast(2).flatMap { $0 } + [3, 0x61, 0x3D, 0x31]) == ["a": "1"])
    }

    @Test func anEntryMayHave255BytesAndNotOneMore() throws {
        #expect(try TXTRecord.encode(["k": String(repeating: "v", count: 253)]).count == 256)
        #expect(throws: DiscoveryError.self) { try TXTRecord.encode(["k": String(repeating: "v", count: 254)]) }
    }

    @Test func aRecordMayHave1300BytesAndNotOneMore() throws {
        let long = String(repeating: "v", count: 253)
        var entries = ["a": long, "b": long, "c": long, "d": long, "e": long]
        entries["f"] = String(repeating: "v", count: 1300 - 5 * 256 - 3)
        #expect(try TXTRecord.encode(entries).count == 1300)
        entries["f", default: ""] += "v"
        let error = refusal { try TXTRecord.encode(entries) }
        #expect(error?.code == .txtTooLong)
    }

    @Test(arguments: ["", "a=b", "é", "tab\t"]) func aKeyThatTheFormatForbidsIsRefused(key: String) {
        #expect(refusal { try TXTRecord.encode([key: "x"]) }?.code == .invalidTXTKey)
    }

    @Test(arguments: 0..<200) func noiseIsReadWithoutATrap(seed: Int) {
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        let noise = (0..<600).map { _ -> UInt8 in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
        for (key, value) in TXTRecord.parse(noise) {
            #expect(!key.isEmpty && value.utf8.count <= DiscoveryLimits.txtStringBytes)
            #expect(value.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        }
    }
}

/// The error that `body` throws.
func refusal(_ body: () throws -> some Any) -> DiscoveryError? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? DiscoveryError
    }
}

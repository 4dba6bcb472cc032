import Testing

@testable import Documents

@Suite struct JSONTests {
    static let readings: [(String, JSON)] = [
        ("null", JSON.null), ("true", true), (" false\n", false), ("0", 0), ("-1", -1),
        ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
        ("9223372036854775808", .number(9_223_372_036_854_775_808)), ("-0", .number(-0.0)), ("1.0", .number(1)),
        ("1e2", .number(100)), ("1E-2", .number(0.01)), ("1.5e+3", .number(1500)), (#""""#, ""), (#""a\/b""#, "a/b"),
        (#""\"\\\b\f\n\r\t""#, "\"\\\u{8}\u{c}\n\r\t"), (#""\u00e9\uD834\uDD1E""#, "é𝄞"), (#""\u0000""#, "\u{0}"),
        ("\"é𝄞\u{7f}\"", "é𝄞\u{7f}"), ("[]", []), ("[1,[2 , null]]", [1, [2, nil]]), ("{}", [:]),
        (#"{"a":1,"b":{"c":[true]}}"#, ["a": 1, "b": ["c": [true]]]), (#"{"a":1,"a":2}"#, ["a": 2]),
    ]

    @Test(arguments: readings) func aValueIsRead(text: String, expected: JSON) throws {
        #expect(try JSON(text: text) == expected)
    }

    @Test(arguments: [
        "", " ", "nul", "nulL", "tru", "TRUE", "nan", "Infinity", "+1", "01", "-", "-a", "1.", ".5", "1e", "1e+",
        "1e999",
        "0x1", "1 2", "[", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "]", "{", #"{"a""#, #"{"a":"#, #"{"a":1"#, #"{"a":1,"#,
        #"{"a":1,}"#, #"{a:1}"#, #"{1:1}"#, #"{"a" 1}"#, "\"", "\"a", #""\"#, #""\x""#, #""\u12""#, #""\u123g""#,
        #""\ud834""#, #""\ud834\u0041""#, #""\udd1e""#, #""\ud834x""#, "\"a\nb\"", "\"a\tb\"", "\"\u{0}\"", "'a'",
        "\u{feff}1", "1\u{a0}", "// x\n1", "{}{}", "nullnull",
    ]) func aTextOutsideTheGrammarIsRefused(text: String) {
        #expect(failure { try JSON(text: text) }?.code == .invalidDocument)
    }

    static let notUTF8: [[UInt8]] = [
        [0x80], [0xc0, 0x80], [0xc1, 0xbf], [0xc3], [0xe0, 0x80, 0x80], [0xe2, 0x82], [0xed, 0xa0, 0x80],
        [0xf0, 0x80, 0x80, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xff], [0xe2, 0x28, 0xa1],
    ]

    @Test(arguments: notUTF8) func bytesThatAreNotUTF8AreRefused(bytes: [UInt8]) {
        let text = [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]
        #expect(failure { try JSON(parsing: text) }?.code == .invalidDocument)
        let object = Array(#"{"a":"#.utf8) + text + [UInt8(ascii: "}")]
        #expect(failure { try JSON.validateObject(object) }?.code == .invalidDocument)
    }

    static let sample = #" {"a":[1,-2.5e3,"x\u00e9\n",true,false,null,{}],"@type":"blob","é":{"b":""}}"#

    @Test func everyTruncationOfASampleIsRefusedByBothReaders() throws {
        let whole = Array(Self.sample.utf8)
        for length in 0..<whole.count {
            let cut = Array(whole.prefix(length))
            #expect(failure { try JSON(parsing: cut) }?.code == .invalidDocument)
            #expect(failure { try JSON.validateObject(cut) }?.code == .invalidDocument)
        }
        #expect(try JSON(parsing: whole).object?.count == 3)
    }

    @Test func theValidatorAgreesWithTheParserOnEveryDamagedByte() throws {
        let whole = Array(Self.sample.utf8)
        for index in whole.indices {
            for byte in [0x00, 0x20, 0x22, 0x2c, 0x31, 0x5c, 0x5d, 0x7b, 0x7d, 0x80, 0xff] as [UInt8] {
                var damaged = whole
                damaged[index] = byte
                let parsed = try? JSON(parsing: damaged)
                let isValid = failure { try JSON.validateObject(damaged) } == nil
                #expect(isValid == (parsed?.object != nil), "byte \(byte) at \(index)")
            }
        }
    }

    @Test func nestingIsBounded() throws {
        let deepest = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
        #expect(try JSON(text: deepest).array?.count == 1)
        #expect(failure { try JSON(text: "[\(deepest)]") }?.code == .invalidDocument)
        let endless = Array(String(repeating: #"{"a":"#, count: 100_000).utf8)
        #expect(failure { try JSON(parsing: endless) }?.code == .invalidDocument)
        #expect(failure { try JSON.validateObject(endless) }?.code == .invalidDocument)
    }

    @Test func sizeIsBounded() throws {
        #expect(try JSON(text: "[1,2]", maxBytes: 5) == [1, 2])
        #expect(failure { try JSON(text: "[1,2]", maxBytes: 4) }?.code == .tooLarge)
    }

    @Test func textIsWrittenCompactSortedAndEscaped() throws {
        let value: JSON = ["b": [1, 2.5, nil, true], "a": "\"\\\n\u{1}\u{7f}é/", "é": .integer(.min), "B": .number(1)]
        let expected = #"{"B":1.0,"a":"\"\\\n\u0001\u007fé/","b":[1,2.5,null,true],"é":-9223372036854775808}"#
        #expect(value.text == expected)
        #expect(try JSON(text: value.text) == value)
    }

    @Test(arguments: [0.1, 1e20, Double.leastNonzeroMagnitude, .greatestFiniteMagnitude, -0.0, 123_456_789.125, 1e16])
    func aDoubleSurvivesWritingAndReading(value: Double) throws {
        #expect(try JSON(text: JSON.number(value).text) == .number(value))
    }

    @Test func whatHasNoNumberIsWrittenAsNull() {
        #expect(JSON.array([.number(.nan), .number(.infinity)]).text == "[null,null]")
        #expect(!JSON.object(["a": [.number(.nan)]]).isFinite)
    }

    @Test func membersAreReachedByKeyAndIndex() {
        var value: JSON = ["a": [1, "x"], "d": 2.0, "t": true]
        #expect(value["a"]?[1]?.string == "x")
        #expect(value["a"]?[2] == nil)
        #expect(value["a"]?[-1] == nil)
        #expect(value["d"]?.int == 2)
        #expect(value["a"]?[0]?.double == 1)
        #expect(value["t"]?.bool == true)
        #expect(value["none"] == nil)
        value["a"] = nil
        value["n"] = .null
        #expect(value == ["d": 2.0, "t": true, "n": nil])
    }

    static let facts: [(String, Bool, Bool)] = [
        (#"{"a":1}"#, false, false), (#"{"_a":1}"#, true, false), (#"{"a":{"_b":1}}"#, false, false),
        (#"{"a":[{"@type":"blob"}]}"#, false, true), (#"{"a":"@type"}"#, false, false),
        (#"{"\u005Fa":1}"#, true, true), (#"{"a":{"\u0040type":1}}"#, false, true),
    ]

    @Test(arguments: facts) func aWalkOverABodyTellsItsFacts(body: String, hasReserved: Bool, mayHoldBlobs: Bool) throws
    {
        let facts = try JSON.validateObject([UInt8](body.utf8))
        #expect(facts == JSONFacts(hasReservedKeys: hasReserved, mayHoldBlobs: mayHoldBlobs))
    }

    @Test func anObjectOfReservedKeysOnlyBecomesEmpty() throws {
        #expect(try JSON.removingReservedKeys([UInt8](#" { "_a" : 1 , "_b":{}} "#.utf8)) == [UInt8]("{}".utf8))
    }
}

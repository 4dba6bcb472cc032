import Quiz
import Testing

@Suite struct SeedTests {
    /// First outputs of SplitMix64 for seed 1234567, as widely published for checking ports of it.
    @Test func theGeneratorIsSplitMix64() {
        var generator = SeededGenerator(seed: 1_234_567)
        let numbers = (0..<5).map { _ in generator.next() }
        #expect(
            numbers == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ])
    }

    @Test func drawnNumbersStayBelowTheirBoundAndReachAllOfIt() {
        var generator = SeededGenerator(seed: 3)
        let drawn = (0..<1000).map { _ in generator.index(below: 7) }
        #expect(Set(drawn) == Set(0..<7))
        #expect(generator.index(below: 1) == 0)
    }

    @Test func joinCodesHaveSixCharactersWithoutLookAlikes() {
        #expect(JoinCode.alphabet.count == 32)
        #expect(Set(JoinCode.alphabet).isDisjoint(with: ["O", "0", "I", "1"]))
        var generator = SeededGenerator(seed: 9)
        var again = SeededGenerator(seed: 9)
        let codes = (0..<200).map { _ in JoinCode.draw(using: &generator) }
        #expect(codes.allSatisfy { $0.count == 6 && $0.allSatisfy(JoinCode.alphabet.contains) })
        #expect(Set(codes).count == 200)
        #expect(JoinCode.draw(using: &again) == codes[0])
    }

    @Test(
        "names are made fit for the screen",
        arguments: [
            ("Ana", "Ana"), ("  Ana \t María\n", "Ana María"), ("", nil), (" \n ", nil), ("\u{200D}\u{200D}", nil),
            ("\u{3164}", nil), ("\u{1B}[31mred", "[31mred"), ("a\u{0}b", "ab"), ("\u{202E}evil\u{202C}", "evil"),
            ("\u{2066}x\u{2069}\u{200F}", "x"), ("a\u{2028}b", "a b"), ("👩‍👩‍👧‍👦 family", "👩‍👩‍👧‍👦 family"),
            ("José", "José"), (String(repeating: "é", count: 41), String(repeating: "é", count: 40)),
            (String(repeating: "a", count: 39) + " b", String(repeating: "a", count: 39)),
            ("محمد", "محمد"), ("\u{E000}x", "x"),
        ] as [(String, String?)]
    ) func name(typed: String, shown: String?) {
        #expect(DisplayName.sanitised(typed) == shown)
    }

    @Test func aTowerOfAccentsIsCut() throws {
        let name = try #require(DisplayName.sanitised("Z" + String(repeating: "\u{0301}", count: 100_000) + "o"))
        #expect(name.unicodeScalars.count <= 13)
        let long = try #require(DisplayName.sanitised(String(repeating: "x\u{0301}\u{0302}", count: 1_000_000)))
        #expect(long.count == 40)
    }
}

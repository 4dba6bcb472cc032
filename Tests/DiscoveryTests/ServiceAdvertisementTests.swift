import Testing

@testable import Discovery

@Suite struct ServiceAdvertisementTests {
    @Test func aGameIsAdvertisedUnderTheFirstEightCharactersOfItsID() throws {
        let game = ServiceAdvertisement.game(
            id: "0123456789abcdef", title: "Capitals", port: 18999, subprotocol: "BLIP_3+CBMobile_4", tls: true
        )
        #expect(game.name == "QuizBlitz-01234567")
        #expect(game.port == 18999)
        #expect(
            game.txt == ["game": "0123456789abcdef", "name": "Capitals", "proto": "BLIP_3+CBMobile_4", "tls": "1"]
        )
        try game.validate()
    }

    @Test func aTitleThatIsTooLongIsCutBetweenCharacters() throws {
        let title = String(repeating: "👩‍🚒", count: 100)
        let game = ServiceAdvertisement.game(id: "g", title: title, port: 1, subprotocol: "p", tls: false)
        try game.validate()
        let cut = try #require(game.txt["name"])
        #expect(title.hasPrefix(cut) && cut.utf8.count > 230)
    }

    @Test(arguments: [(0, false), (1, true), (63, true), (64, false)])
    func aNameHasOneTo63Bytes(bytes: Int, isFine: Bool) {
        let advertisement = ServiceAdvertisement(name: String(repeating: "n", count: bytes), port: 1)
        #expect(refusal { try advertisement.validate() }?.code == (isFine ? nil : .invalidName))
    }

    @Test func aNameWithAZeroByteAndAPortOfZeroAreRefused() {
        #expect(refusal { try ServiceAdvertisement(name: "a\0b", port: 1).validate() }?.code == .invalidName)
        #expect(refusal { try ServiceAdvertisement(name: "a", port: 0).validate() }?.code == .invalidPort)
    }

    @Test(arguments: [("x", "x #2"), ("x #2", "x #3"), ("x #9", "x #10")])
    func theNextNameCountsUp(name: String, next: String) {
        #expect(ServiceName.alternative(to: name) == next)
    }

    @Test func theNextNameFitsALabel() throws {
        let next = try #require(ServiceName.alternative(to: String(repeating: "é", count: 31)))
        #expect(next.utf8.count <= 63 && next.hasSuffix(" #2"))
    }
}

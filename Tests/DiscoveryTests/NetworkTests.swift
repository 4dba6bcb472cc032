import Testing

/// Real avahi-daemons on a real, if small, network.
@Suite(
    .enabled(if: TestNetwork.obstacle == nil, Comment(rawValue: TestNetwork.obstacle ?? "")),
    .timeLimit(.minutes(2))
) struct NetworkTests {
    @Test func aServiceIsFoundOnTheOtherMachineWithAddressAndTXTUntilItIsWithdrawn() async throws {
        let network = try await TestNetwork(nodes: 2)
        let browser = try network.probe(in: 2, "browse")
        let publisher = try network.probe(
            in: 1, "publish", "QuizBlitz-one", "18999", "game=g1", "name=Für Elise", "tls=0")
        #expect(await publisher.line() == "registering")
        #expect(await publisher.line() == "published\tQuizBlitz-one")
        let found = "QuizBlitz-one\t192.0.2.1:18999\teth0\tgame=g1\tname=Für Elise\ttls=0"
        #expect(await browser.line { $0.hasPrefix("found") } == "found\t\(found)")

        publisher.send("game=g1\ttls=1")
        let changed = "QuizBlitz-one\t192.0.2.1:18999\teth0\tgame=g1\ttls=1"
        #expect(await browser.line { !$0.hasPrefix("caught-up") } == "lost\t\(found)")
        #expect(await browser.line() == "found\t\(changed)")

        let end = await publisher.finish()
        #expect(end.lines == ["stopped"])
        #expect(end.status == 0)
        #expect(await browser.line { !$0.hasPrefix("caught-up") } == "lost\t\(changed)")
        #expect(await browser.finish().status == 0)
        await network.tearDown()
    }

    @Test func aLateBrowserCatchesUpAfterItHasFoundEverything() async throws {
        let network = try await TestNetwork(nodes: 3)
        let first = try network.probe(in: 1, "publish", "QuizBlitz-one", "1", "game=g1")
        let second = try network.probe(in: 2, "publish", "QuizBlitz-two", "2", "game=g2")
        #expect(await first.line { $0.hasPrefix("published") } != nil)
        #expect(await second.line { $0.hasPrefix("published") } != nil)
        let browser = try network.probe(in: 3, "browse")
        var found: Set<String> = []
        while let line = await browser.line(), line != "caught-up" { found.insert(line) }
        #expect(
            found == [
                "found\tQuizBlitz-one\t192.0.2.1:1\teth0\tgame=g1", "found\tQuizBlitz-two\t192.0.2.2:2\teth0\tgame=g2",
            ]
        )
        await network.tearDown()
    }

    @Test func aNameThatIsTakenIsReplacedAndBothGamesAreFound() async throws {
        let network = try await TestNetwork(nodes: 3)
        let browser = try network.probe(in: 3, "browse")
        let first = try network.probe(in: 1, "publish", "QuizBlitz-same", "1", "game=g1")
        #expect(await first.line { $0.hasPrefix("published") } == "published\tQuizBlitz-same")
        let second = try network.probe(in: 2, "publish", "QuizBlitz-same", "2", "game=g2")
        #expect(await second.line { $0.hasPrefix("renamed") } == "renamed\tQuizBlitz-same #2")
        #expect(await second.line { $0.hasPrefix("published") } == "published\tQuizBlitz-same #2")
        // A third one, on a machine that has the name itself.
        let third = try network.probe(in: 1, "publish", "QuizBlitz-same", "3", "game=g3")
        #expect(await third.line { $0.hasPrefix("published") } == "published\tQuizBlitz-same #3")
        for game in 1...3 {
            #expect(await browser.line { $0.hasPrefix("found") && $0.hasSuffix("game=g\(game)") } != nil)
        }
        await network.tearDown()
    }

    @Test func aServiceIsPublishedAgainAfterItsDaemonWasKilled() async throws {
        let network = try await TestNetwork(nodes: 2)
        let publisher = try network.probe(in: 1, "publish", "QuizBlitz-one", "1", "game=g1")
        #expect(await publisher.line { $0.hasPrefix("published") } != nil)
        try await network.control("avahi", 1, "kill")
        #expect(await publisher.line()?.hasPrefix("waiting\tavahi-daemon is not running") == true)
        // What the other daemon remembers is no proof: it starts anew, with nothing to be found.
        try await network.control("avahi", 2, "kill")
        try await network.control("avahi", 2, "start")
        let browser = try network.probe(in: 2, "browse")
        #expect(await browser.line() == "caught-up")

        try await network.control("avahi", 1, "start")
        #expect(await publisher.line() == "registering")
        #expect(await publisher.line() == "published\tQuizBlitz-one")
        #expect(await browser.line() == "found\tQuizBlitz-one\t192.0.2.1:1\teth0\tgame=g1")
        await network.tearDown()
    }

    @Test(arguments: ["kill", "stop"])
    func aServiceIsFoundAgainAfterTheBrowsersDaemonWentAwayAndCame(how: String) async throws {
        let network = try await TestNetwork(nodes: 2)
        let publisher = try network.probe(in: 1, "publish", "QuizBlitz-one", "1", "game=g1")
        #expect(await publisher.line { $0.hasPrefix("published") } != nil)
        let browser = try network.probe(in: 2, "browse")
        let service = "QuizBlitz-one\t192.0.2.1:1\teth0\tgame=g1"
        #expect(await browser.line() == "found\t\(service)")
        try await network.control("avahi", 2, how)
        #expect(await browser.line { $0 != "caught-up" } == "lost\t\(service)")
        #expect(await browser.line()?.hasPrefix("waiting\tavahi-daemon is not running") == true)
        try await network.control("avahi", 2, "start")
        // A slow machine may say first that it has caught up, with nothing.
        #expect(await browser.line { $0 != "caught-up" && !$0.hasPrefix("waiting") } == "found\t\(service)")
        await network.tearDown()
    }

    @Test func everythingComesBackAfterDBusWasKilled() async throws {
        let network = try await TestNetwork(nodes: 1)
        let publisher = try network.probe(in: 1, "publish", "QuizBlitz-one", "1", "game=g1")
        let browser = try network.probe(in: 1, "browse")
        #expect(await publisher.line { $0.hasPrefix("published") } != nil)
        #expect(await browser.line { $0.hasPrefix("found") } != nil)
        try await network.control("bus", 1, "kill")
        for process in [publisher, browser] {
            #expect(await process.line { $0.hasPrefix("waiting\tthe system D-Bus does not answer") } != nil)
        }
        // Without its bus the daemon is of no use, and may have ended by itself.
        try await network.control("avahi", 1, "kill")
        try await network.control("bus", 1, "start")
        try await network.control("avahi", 1, "start")
        #expect(await publisher.line { $0.hasPrefix("published") } != nil)
        #expect(await browser.line { $0.hasPrefix("found") } != nil)
        await network.tearDown()
    }

    @Test func aDaemonThatStartsLastIsNoticed() async throws {
        let network = try await TestNetwork(nodes: 1, isBare: true)
        let publisher = try network.probe(in: 1, "publish", "QuizBlitz-one", "1", "game=g1")
        #expect(await publisher.line()?.hasPrefix("waiting\tthe system D-Bus does not answer") == true)
        try await network.control("bus", 1, "start")
        #expect(await publisher.line()?.hasPrefix("waiting\tavahi-daemon is not running") == true)
        try await network.control("avahi", 1, "start")
        #expect(await publisher.line { $0.hasPrefix("published") } != nil)
        await network.tearDown()
    }

    @Test(.enabled(if: TestNetwork.has("avahi-publish"), "skipped: needs avahi-publish (avahi-utils)"))
    func aStrangersServiceIsReadWithCare() async throws {
        let network = try await TestNetwork(nodes: 2)
        let stranger = try network.start(
            in: 1, "avahi-publish", "-s", "Evil\u{1B}[2J", "_quizblitz._tcp", "7", "A=first", "a=second", "=x", "flag",
            "x=\u{1B}[31m\u{7}red"
        )
        let browser = try network.probe(in: 2, "browse")
        let line = await browser.line { $0.hasPrefix("found") }
        #expect(line == "found\tEvil[2J\t192.0.2.1:7\teth0\ta=first\tflag=\tx=[31mred")
        await network.tearDown()
        #expect(await stranger.finish().status != nil)
    }

    @Test func aLinkLocalAddressComesWithItsInterface() async throws {
        let network = try await TestNetwork(nodes: 2, isIPv6: true)
        let publisher = try network.probe(in: 1, "publish", "QuizBlitz-one", "1", "game=g1")
        let browser = try network.probe(in: 2, "browse")
        let line = try #require(await browser.line { $0.hasPrefix("found") })
        let endpoint = try #require(line.split(separator: "\t").dropFirst(2).first)
        #expect(endpoint.hasPrefix("[fe80::"))
        #expect(endpoint.hasSuffix("%eth0]:1"))
        #expect(await publisher.finish().status == 0)
        await network.tearDown()
    }
}

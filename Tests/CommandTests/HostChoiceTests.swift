import Discovery
import Testing

@testable import pulsador

struct HostChoiceTests {
    private static func place(_ game: String, _ title: String? = nil, port: UInt16 = 1) -> DiscoveredService {
        DiscoveredService(
            name: "QuizBlitz-\(game)", host: "192.0.2.1", port: port, txt: ["game": game, "name": title ?? game],
            interface: "eth0")
    }

    private let first = place("aaa", "Friday")
    private let second = place("bbb", "Saturday")

    @Test func theFirstGameFoundIsPlayed() {
        var choice = HostChoice(wanted: nil, remembered: nil)
        #expect(choice.found(first) == first)
        #expect(choice.found(second) == nil)
        #expect(choice.others == [second])
    }

    @Test(arguments: ["bbb", "b", "saturday", "Saturday"])
    func theWantedGameIsWaitedFor(_ wanted: String) {
        var choice = HostChoice(wanted: wanted, remembered: "aaa")
        #expect(choice.found(first) == nil)
        #expect(choice.found(second) == second)
        #expect(choice.found(first) == nil)
    }

    @Test func theRememberedGameIsReturnedTo() {
        var choice = HostChoice(wanted: nil, remembered: "bbb")
        #expect(choice.found(first) == first)
        #expect(choice.found(second) == second)
        #expect(choice.found(first) == nil)
    }

    @Test func aServiceThatNamesNoGameIsNoGame() {
        var choice = HostChoice(wanted: nil, remembered: nil)
        let stranger = DiscoveredService(name: "x", host: "192.0.2.9", port: 9, txt: [:], interface: "eth0")
        #expect(choice.found(stranger) == nil)
        #expect(choice.current == nil)
    }

    @Test func aHostThatIsRestartedIsWaitedForThoughAnotherGameIsThere() {
        var choice = HostChoice(wanted: nil, remembered: nil)
        _ = choice.found(first)
        _ = choice.found(second)
        choice.connected()
        choice.lost(first)
        #expect(choice.failed() == nil)
        #expect(choice.failed() == nil)
        let moved = Self.place("aaa", "Friday", port: 2)
        #expect(choice.found(moved) == moved)
        #expect(choice.found(moved) == nil)
    }

    @Test func aHostThatIsBackOnItsPortIsConnectedToAtOnce() {
        var choice = HostChoice(wanted: nil, remembered: nil)
        _ = choice.found(first)
        _ = choice.failed()
        #expect(choice.found(first) == first)
    }

    @Test func aHostThatStaysAwayIsGivenUp() {
        var choice = HostChoice(wanted: nil, remembered: nil)
        _ = choice.found(first)
        _ = choice.found(second)
        choice.lost(first)
        for _ in 1..<HostChoice.patience { #expect(choice.failed() == nil) }
        #expect(choice.failed() == second)
    }

    @Test func afterTheEndTheNextGameIsTaken() {
        var choice = HostChoice(wanted: nil, remembered: nil)
        _ = choice.found(first)
        choice.finished()
        #expect(choice.found(second) == nil)
        choice.lost(first)
        #expect(choice.failed() == second)
        // And that one is held on to again.
        choice.lost(second)
        _ = choice.found(first)
        #expect(choice.failed() == nil)
    }

    @Test func eachAddressOfAGameIsTried() {
        var choice = HostChoice(wanted: nil, remembered: nil)
        let other = Self.place("aaa", port: 2)
        _ = choice.found(first)
        _ = choice.found(other)
        #expect(choice.failed() == other)
        #expect(choice.failed() == first)
    }
}

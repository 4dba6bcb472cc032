import Testing

@testable import Discovery

@Suite struct BrowserMachineTests {
    private let key = ServiceKey(interface: 2, isIPv6: false, name: "x", domain: "local")
    private let other = ServiceKey(interface: 2, isIPv6: false, name: "y", domain: "local")

    private func resolution(_ game: String) -> Resolution {
        Resolution(
            address: "192.0.2.1", port: 1, txt: Array("\u{7}game=\(game)".utf8), interface: "eth0"
        )
    }

    private func service(_ game: String, name: String = "x") -> DiscoveredService {
        DiscoveredService(name: name, host: "192.0.2.1", port: 1, txt: ["game": game], interface: "eth0")
    }

    /// A machine that has been told `events`.
    private func machine(after events: BrowserMachine.Event...) -> BrowserMachine {
        var machine = BrowserMachine()
        for event in events { _ = machine.handle(event) }
        return machine
    }

    @Test func resolvesWhatAppearsAndReportsIt() {
        var machine = machine()
        #expect(machine.handle(.start) == [.openClient])
        #expect(machine.handle(.client(.running)) == [.browse])
        #expect(machine.handle(.appeared(key)) == [.resolve(key)])
        #expect(machine.handle(.appeared(key)) == [])
        #expect(machine.handle(.resolved(key, resolution("g1"))) == [.report(.found(service("g1")))])
        #expect(machine.handle(.resolved(key, resolution("g1"))) == [])
        #expect(machine.handle(.vanished(key)) == [.endResolving(key), .report(.lost(service("g1")))])
        #expect(machine.handle(.vanished(key)) == [])
    }

    @Test func aChangeIsALossAndAFind() {
        var machine = machine(after: .start, .client(.running), .appeared(key), .resolved(key, resolution("g1")))
        #expect(
            machine.handle(.resolved(key, resolution("g2"))) == [
                .report(.lost(service("g1"))), .report(.found(service("g2"))),
            ]
        )
    }

    @Test func catchesUpWhenEverythingSoFarIsResolvedOrGivenUp() {
        var machine = machine(after: .start, .client(.running), .appeared(key), .appeared(other))
        #expect(machine.handle(.allForNow) == [])
        #expect(machine.handle(.resolved(key, resolution("g1"))) == [.report(.found(service("g1")))])
        #expect(
            machine.handle(.resolvingFailed(other)) == [
                .endResolving(other), .retryResolving(other, after: .milliseconds(250)), .report(.caughtUp),
            ]
        )
        #expect(machine.handle(.allForNow) == [])
    }

    @Test func catchesUpAtOnceOnAnEmptyNetwork() {
        var machine = machine(after: .start, .client(.running))
        #expect(machine.handle(.allForNow) == [.report(.caughtUp)])
    }

    @Test func catchesUpWhenTheLastUnresolvedServiceVanishes() {
        var machine = machine(after: .start, .client(.running), .appeared(key), .allForNow)
        #expect(machine.handle(.vanished(key)) == [.endResolving(key), .report(.caughtUp)])
    }

    @Test func triesToResolveAgainAndAgain() {
        var machine = machine(after: .start, .client(.running), .allForNow, .appeared(key), .resolvingFailed(key))
        #expect(machine.handle(.resolvingFailed(key)) == [])
        #expect(machine.handle(.retryResolving(key)) == [.resolve(key)])
        #expect(machine.handle(.retryResolving(key)) == [])
        #expect(machine.handle(.resolvingFailed(key)).last == .retryResolving(key, after: .milliseconds(500)))
        #expect(machine.handle(.vanished(key)) == [.endResolving(key)])
        #expect(machine.handle(.retryResolving(key)) == [])
    }

    @Test func aServiceThatNoLongerResolvesIsLost() {
        var machine = machine(after: .start, .client(.running), .appeared(key), .resolved(key, resolution("g1")))
        #expect(machine.handle(.resolvingFailed(key)).contains(.report(.lost(service("g1")))))
    }

    @Test func losesEverythingWithTheDaemonAndFindsItAgain() {
        var machine = machine(
            after: .start, .client(.running), .appeared(key), .resolved(key, resolution("g1")), .allForNow
        )
        let reason = AvahiStatus.noDaemon.reason
        #expect(
            machine.handle(.client(.failed(.disconnected))) == [
                .closeClient, .report(.lost(service("g1"))), .report(.waitingForDaemon(reason: reason)),
                .retry(after: .milliseconds(250)),
            ]
        )
        #expect(machine.handle(.appeared(key)) == [])
        #expect(machine.handle(.retry) == [.openClient])
        #expect(machine.handle(.client(.connecting)) == [])
        #expect(machine.handle(.client(.running)) == [.browse])
        #expect(machine.handle(.appeared(key)) == [.resolve(key)])
        #expect(machine.handle(.resolved(key, resolution("g1"))) == [.report(.found(service("g1")))])
        #expect(machine.handle(.allForNow) == [.report(.caughtUp)])
    }

    @Test func waitsLongerAfterEveryRefusal() {
        var machine = machine(after: .start)
        #expect(machine.handle(.refused(.busUnreachable)).last == .retry(after: .milliseconds(250)))
        #expect(machine.handle(.refused(.busUnreachable)) == [])
        #expect(machine.handle(.retry) == [.openClient])
        #expect(machine.handle(.refused(.busUnreachable)) == [.closeClient, .retry(after: .milliseconds(500))])
    }

    @Test func aFloodOfServicesIsCut() {
        var machine = machine(after: .start, .client(.running))
        let resolved = (0..<1000).filter { number in
            !machine.handle(.appeared(ServiceKey(interface: 2, isIPv6: false, name: "\(number)", domain: ""))).isEmpty
        }
        #expect(resolved == Array(0..<DiscoveryLimits.services))
    }

    @Test func aServiceWithoutAPortIsNotReported() {
        var machine = machine(after: .start, .client(.running), .appeared(key), .allForNow)
        let useless = Resolution(address: "192.0.2.1", port: 0, txt: [], interface: "eth0")
        #expect(machine.handle(.resolved(key, useless)) == [.report(.caughtUp)])
    }
}

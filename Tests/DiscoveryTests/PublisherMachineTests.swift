import Testing

@testable import Discovery

@Suite struct PublisherMachineTests {
    private let txt: [UInt8] = Array("\u{6}game=g".utf8)
    private let noDaemon = PublisherState.waitingForDaemon(reason: AvahiStatus.noDaemon.reason)

    /// A machine for the service `x` that has been told `events`.
    private func machine(after events: PublisherMachine.Event...) -> PublisherMachine {
        var machine = PublisherMachine(ServiceAdvertisement(name: "x", port: 1, txt: ["game": "g"]))
        for event in events { _ = machine.handle(event) }
        return machine
    }

    @Test func publishesWhenTheDaemonRuns() {
        var machine = machine()
        #expect(machine.handle(.start) == [.openClient])
        #expect(machine.handle(.client(.running)) == [.report(.registering), .publish(name: "x", txt: txt)])
        #expect(machine.handle(.established) == [.report(.published(name: "x"))])
    }

    @Test(arguments: [PublisherMachine.Event.nameTaken, .publishingFailed(.collision)])
    func takesAnotherNameOnACollision(collision: PublisherMachine.Event) {
        var machine = machine(after: .start, .client(.running))
        #expect(
            machine.handle(collision) == [
                .report(.renamed(to: "x #2")), .report(.registering), .publish(name: "x #2", txt: txt),
            ]
        )
        #expect(machine.handle(.established) == [.report(.published(name: "x #2"))])
    }

    @Test func givesUpWhenEveryNameIsTaken() {
        var machine = machine(after: .start, .client(.running))
        for _ in 0..<DiscoveryLimits.renames {
            #expect(machine.handle(.nameTaken).count == 3)
        }
        let actions = machine.handle(.nameTaken)
        #expect(actions.first == .closeClient)
        guard case .report(.failed(let message)) = actions.last else {
            Issue.record("did not fail: \(actions)")
            return
        }
        #expect(message.contains("21 names") && message.contains("--host"))
        #expect(machine.handle(.nameTaken) == [])
    }

    @Test func keepsTheNewNameWhenTheDaemonComesBack() {
        var machine = machine(after: .start, .client(.running), .nameTaken, .established)
        #expect(
            machine.handle(.client(.failed(.disconnected))) == [
                .closeClient, .report(noDaemon), .retry(after: .milliseconds(250)),
            ]
        )
        #expect(machine.handle(.retry) == [.openClient])
        #expect(machine.handle(.client(.connecting)) == [])
        #expect(machine.handle(.client(.running)) == [.report(.registering), .publish(name: "x #2", txt: txt)])
    }

    @Test func waitsLongerAfterEveryFailureUpToTenSeconds() {
        var machine = machine(after: .start)
        var waits: [Duration] = []
        for _ in 0..<8 {
            for case .retry(let wait) in machine.handle(.clientRefused(.busUnreachable)) { waits.append(wait) }
            #expect(machine.handle(.retry) == [.openClient])
        }
        #expect(waits == [250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000].map { .milliseconds($0) })
    }

    @Test func startsWithTheShortestWaitAgainOnceItWasPublished() {
        var machine = machine(
            after: .start, .clientRefused(.busUnreachable), .retry, .client(.running), .established
        )
        #expect(machine.handle(.client(.failed(.disconnected))).last == .retry(after: .milliseconds(250)))
    }

    @Test func reportsTheSameReasonOnce() {
        var machine = machine(after: .start, .clientRefused(.busUnreachable), .retry)
        #expect(machine.handle(.clientRefused(.busUnreachable)) == [.closeClient, .retry(after: .milliseconds(500))])
    }

    @Test func withdrawsWhileTheHostNameIsInDoubt() {
        var machine = machine(after: .start, .client(.running), .established)
        #expect(machine.handle(.client(.claimingHostName)) == [.withdraw, .report(.registering)])
        #expect(machine.handle(.established) == [])
        #expect(machine.handle(.client(.running)) == [.publish(name: "x", txt: txt)])
    }

    @Test(arguments: [AvahiStatus.notPermitted, .invalidName])
    func aRefusalForGoodIsNotTriedAgain(status: AvahiStatus) {
        var machine = machine(after: .start, .client(.running))
        #expect(
            machine.handle(.publishingFailed(status)) == [
                .closeClient, .report(.failed(message: status.reason)),
            ])
        #expect(machine.handle(.retry) == [])
    }

    @Test func anyOtherRefusalIsTriedAgain() {
        var machine = machine(after: .start, .client(.running))
        let status = AvahiStatus(code: -18)
        #expect(
            machine.handle(.publishingFailed(status)) == [
                .closeClient, .report(.waitingForDaemon(reason: status.reason)), .retry(after: .milliseconds(250)),
            ])
        #expect(status.reason.contains("Too many entries"))
    }

    @Test func aNewTXTRecordIsPublishedInPlaceOrNextTime() {
        let new: [UInt8] = Array("\u{6}game=h".utf8)
        var published = machine(after: .start, .client(.running), .established)
        #expect(published.handle(.setTXT(["game": "h"])) == [.updateTXT(name: "x", txt: new)])
        var waiting = machine(after: .start)
        #expect(waiting.handle(.setTXT(["game": "h"])) == [])
        #expect(waiting.handle(.client(.running)).last == .publish(name: "x", txt: new))
    }

    @Test func aTXTRecordThatCannotBePublishedWithdrawsTheServiceUntilABetterOneComes() {
        var machine = machine(after: .start, .client(.running), .established)
        #expect(machine.handle(.setTXT(["": "h"])).first == .closeClient)
        #expect(machine.handle(.setTXT(["game": "g"])) == [.openClient])
    }

    @Test func aBrokenLoopIsAFailure() {
        var machine = machine(after: .start, .client(.running), .established)
        #expect(machine.handle(.broken("poll")) == [.closeClient, .report(.failed(message: "poll"))])
    }
}

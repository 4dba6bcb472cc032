import Testing

@testable import Replication

@Suite struct ReconnectPolicyTests {
    private let broken = ReplicationError(.unreachable, "broken", isTransient: true)
    private let refused = ReplicationError(.refused, "refused")
    private let backoff = Backoff(first: .seconds(2), longest: .seconds(60))

    private struct Longest: RandomNumberGenerator {
        mutating func next() -> UInt64 { .max }
    }

    private func next(_ policy: inout ReconnectPolicy, _ error: ReplicationError) -> ReconnectPolicy.Step {
        var generator = Longest()
        return policy.next(after: error, using: &generator)
    }

    @Test func aBrokenConnectionIsMadeAnewAfterLongerAndLongerWaits() {
        var policy = ReconnectPolicy(isContinuous: true, backoff: backoff)
        #expect(next(&policy, broken) == .retry(broken, after: .seconds(2)))
        policy.connects()
        #expect(next(&policy, broken) == .retry(broken, after: .seconds(4)))
        policy.connects()
        policy.note(.idle)
        #expect(next(&policy, broken) == .retry(broken, after: .seconds(2)))
    }

    @Test func aRefusalIsTheEndUnlessToldOtherwise() {
        var policy = ReconnectPolicy(isContinuous: true, backoff: backoff)
        #expect(next(&policy, refused) == .finish(refused))
        policy = ReconnectPolicy(isContinuous: true, backoff: backoff, refusalWait: .seconds(30))
        #expect(next(&policy, refused) == .retry(refused, after: .seconds(30)))
        policy.connects()
        // Who is pushed out by its twin has a good connection each time.
        policy.note(.idle)
        #expect(next(&policy, refused) == .retry(refused, after: .seconds(30)))
        policy.connects()
        #expect(next(&policy, broken) == .retry(broken, after: .seconds(4)))
    }

    @Test func whatTheSessionSaidCountsForThisConnectionOnly() {
        var policy = ReconnectPolicy(isContinuous: true, backoff: backoff)
        policy.note(.failed(refused))
        #expect(next(&policy, broken) == .finish(refused))
        policy.connects()
        #expect(next(&policy, broken) == .retry(broken, after: .seconds(2)))
    }

    @Test func aOneShotReplicationEndsWhenItIsDoneAndAfterNineAttempts() {
        var policy = ReconnectPolicy(isContinuous: false, backoff: backoff)
        for _ in 0..<9 { #expect(next(&policy, broken) != .finish(broken)) }
        #expect(next(&policy, broken) == .finish(broken))
        policy = ReconnectPolicy(isContinuous: false, backoff: backoff)
        policy.note(.finished)
        #expect(next(&policy, broken) == .finish(nil))
    }
}

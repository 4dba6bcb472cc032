import Testing
import Timing

@testable import Replication

@Suite struct BackoffTests {
    /// Always (almost) the least, or always the greatest of a range.
    private struct Edge: RandomNumberGenerator {
        let value: UInt64
        mutating func next() -> UInt64 { value }
    }

    private func waits(_ backoff: Backoff, _ count: Int, _ generator: some RandomNumberGenerator) -> [Duration] {
        var backoff = backoff
        var generator = generator
        return (0..<count).compactMap { _ in backoff.next(using: &generator) }
    }

    @Test func theLongestDrawsDoubleUpToTheBound() {
        let waits = waits(Backoff(), 10, Edge(value: .max))
        #expect(waits == [2, 4, 8, 16, 32, 64, 128, 256, 300, 300].map { .seconds($0) })
    }

    @Test func theShortestDrawsAreHalfOfThem() {
        let waits = waits(Backoff(), 10, Edge(value: 1))
        #expect(waits == [1, 2, 4, 8, 16, 32, 64, 128, 150, 150].map { .seconds($0) })
    }

    @Test func waitsNeverGetShorterAndStayWithinTheBounds() {
        for _ in 0..<200 {
            let waits = waits(Backoff(), 40, SystemRandomNumberGenerator())
            #expect(waits == waits.sorted())
            #expect(waits[0] >= .seconds(1) && waits[39] <= .seconds(300))
        }
    }

    @Test func waitsDifferFromPeerToPeer() {
        let firsts = Set((0..<50).map { _ in waits(Backoff(), 1, SystemRandomNumberGenerator())[0] })
        #expect(firsts.count > 40)
    }

    @Test func enoughIsEnough() {
        #expect(waits(Backoff(maxAttempts: 3), 10, Edge(value: 1)).count == 3)
    }

    @Test func aConnectionBeginsTheCountAnew() {
        var backoff = Backoff(maxAttempts: 2)
        var generator = Edge(value: .max)
        _ = backoff.next(using: &generator)
        _ = backoff.next(using: &generator)
        #expect(backoff.next(using: &generator) == nil)
        backoff.reset()
        #expect(backoff.next(using: &generator) == .seconds(2))
    }

    @Test(arguments: [Duration.zero, .nanoseconds(1), .seconds(86_400), .seconds(1 << 33), .seconds(-5)])
    func oddSettingsGiveNoOddWaits(first: Duration) {
        let waits = waits(Backoff(first: first, longest: .seconds(60)), 50, Edge(value: .max))
        #expect(waits.allSatisfy { $0 >= .zero && $0 <= .seconds(60) })
    }
}

@Suite struct SequenceTrackerTests {
    @Test func theMarkWaitsForTheFirstGap() {
        var tracker = SequenceTracker(10)
        let tickets = [11, 12, 15].map { tracker.add($0) }
        #expect(tracker.mark == 10 && !tracker.isComplete)
        tracker.finish(tickets[1])
        #expect(tracker.mark == 10)
        tracker.finish(tickets[0])
        #expect(tracker.mark == 12)
        tracker.finish(tickets[0])
        tracker.finish(tickets[2])
        #expect(tracker.mark == 15 && tracker.isComplete)
    }

    @Test func whatIsDoneAtOnceMovesTheMarkOnlyIfNothingIsBeforeIt() {
        var tracker = SequenceTracker(0)
        tracker.add(1, done: true)
        #expect(tracker.mark == 1)
        let ticket = tracker.add(2)
        tracker.add(3, done: true)
        #expect(tracker.mark == 1)
        tracker.finish(ticket)
        #expect(tracker.mark == 3)
    }

    @Test func aPostponedSequenceHoldsTheMarkAndNothingElse() {
        var tracker = SequenceTracker(0, maxHeldUp: 5)
        let ticket = tracker.add(1)
        tracker.add(2, done: true)
        tracker.postpone(ticket)
        tracker.finish(ticket)
        #expect(tracker.isComplete && tracker.mark == 0)
        // Not for ever.
        for sequence in 3...6 { tracker.add(sequence, done: true) }
        #expect(tracker.mark == 6)
    }

    @Test func ticketsStayValidWhileOldOnesAreForgotten() {
        var tracker = SequenceTracker(0)
        var open: [(sequence: Int, ticket: Int)] = []
        for sequence in 1...5_000 {
            open.append((sequence, tracker.add(sequence)))
            if open.count > 100 {
                let (oldest, ticket) = open.removeFirst()
                tracker.finish(ticket)
                #expect(tracker.mark == oldest)
            }
        }
        for (_, ticket) in open.reversed() { tracker.finish(ticket) }
        #expect(tracker.mark == 5_000 && tracker.isComplete && tracker.count == 0)
    }
}

import Testing
import Timing

@testable import Replication

/// Who is heard next when several peers have sent something.
@Suite struct TurnQueueTests {
    private func at(_ milliseconds: Int64) -> MonotonicTime { MonotonicTime(nanoseconds: milliseconds * 1_000_000) }

    /// What comes out at `time`, until there is nothing or the items are used up.
    private func drain(_ queue: inout TurnQueue<String>, at time: MonotonicTime, charging: Int = 0) -> [String] {
        var items: [String] = []
        while let (id, item) = queue.next(at: time) {
            items.append(item)
            queue.charge(charging, to: id, at: time)
        }
        return items
    }

    @Test func whoSendsLittleDoesNotWaitForWhoSendsMuch() {
        var queue = TurnQueue<String>(limit: nil)
        for index in 0..<1_000 { queue.append("flood \(index)", for: 1) }
        for index in 0..<2 { queue.append("board \(index)", for: 2) }
        let items = drain(&queue, at: at(0))
        #expect(items.prefix(4) == ["flood 0", "board 0", "flood 1", "board 1"])
        #expect(items.count == 1_002)
        #expect(items.filter { $0.hasPrefix("flood") } == (0..<1_000).map { "flood \($0)" })
        #expect(queue.isEmpty)
    }

    @Test func aPeerThatHasUsedUpItsRateIsHeardLater() throws {
        var queue = TurnQueue<String>(limit: RateLimit(perSecond: 10, burst: 2))
        for index in 0..<4 { queue.append("flood \(index)", for: 1) }
        #expect(drain(&queue, at: at(0), charging: 1) == ["flood 0", "flood 1"])
        queue.append("board", for: 2)
        #expect(drain(&queue, at: at(0), charging: 1) == ["board"])
        let next = queue.deadline(at: at(0))
        let deadline = try #require(next)
        #expect(deadline > at(99) && deadline < at(101))
        #expect(drain(&queue, at: at(99), charging: 1) == [])
        #expect(drain(&queue, at: deadline, charging: 1) == ["flood 2"])
        #expect(drain(&queue, at: at(60_000), charging: 1) == ["flood 3"])
        let deadlineNow = queue.deadline(at: at(60_000))
        #expect(deadlineNow == nil)
    }

    @Test func theEndComesAfterWhatWasSentBefore() {
        var queue = TurnQueue<String>(limit: nil)
        queue.append("a", for: 1)
        queue.append("b", for: 1)
        queue.end("end", for: 1)
        queue.append("too late", for: 1)
        queue.end("again", for: 1)
        #expect(drain(&queue, at: at(0)) == ["a", "b", "end"])
        #expect(queue.isEmpty)
    }

    @Test func theEndOfOneWhoSentNothingComesAtOnce() {
        var queue = TurnQueue<String>(limit: RateLimit(perSecond: 0, burst: 1))
        queue.end("end", for: 1)
        #expect(drain(&queue, at: at(0)) == ["end"])
    }

    @Test func whoLeavesAFloodBehindIsNotHeardOut() {
        var queue = TurnQueue<String>(limit: RateLimit(perSecond: 10, burst: 2))
        for index in 0..<1_000 { queue.append("flood \(index)", for: 1) }
        queue.end("end", for: 1)
        #expect(drain(&queue, at: at(0), charging: 1) == ["flood 0", "flood 1", "end"])
        #expect(queue.isEmpty)
        let deadlineNow = queue.deadline(at: at(0))
        #expect(deadlineNow == nil)
    }
}

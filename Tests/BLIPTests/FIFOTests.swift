import Testing

@testable import BLIP

@Suite struct FIFOTests {
    @Test func whatComesFirstGoesFirst() {
        var queue = FIFO<Int>()
        var next = 0
        for number in 0..<1_000 {
            queue.append(number)
            if number % 3 == 0 {
                #expect(queue.popFirst() == next)
                next += 1
            }
            #expect(queue.count == number + 1 - next)
        }
        #expect(Array(queue.waiting) == Array(next..<1_000))
        while let number = queue.popFirst() {
            #expect(number == next)
            next += 1
        }
        #expect(next == 1_000 && queue.isEmpty && Array(queue.waiting).isEmpty)
    }

    /// A queue that is never quite empty must not remember all that passed through it.
    @Test func itsMemoryFollowsWhatWaits() {
        var queue = FIFO<Int>()
        for number in 0..<10 { queue.append(number) }
        for number in 0..<100_000 {
            queue.append(number)
            _ = queue.popFirst()
            if queue.places > 200 { break }
        }
        #expect(queue.count == 10)
        #expect(queue.places <= 200)
    }
}

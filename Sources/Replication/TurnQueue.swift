import BLIP
import Timing

/// What the peers of many connections have sent and nobody has handled yet, handed out one by one in turns, so that who
/// sends much waits for those who send little and not the other way round.
///
/// A connection that has used up its rate of requests is passed over until time has given it more. It knows no clock and
/// keeps no timer.
struct TurnQueue<Item> {
    private struct Line {
        var items = FIFO<Item>()
        var limit: RateLimit?
        /// Handled after the last item, and the end of the line.
        var end: Item?

        var isEmpty: Bool { items.isEmpty && end == nil }
    }

    private let limit: RateLimit?
    private var lines: [UInt64: Line] = [:]
    /// The connections with something in their lines; whose turn is next, first.
    private var order = FIFO<UInt64>()

    /// `limit` is each connection's rate of requests; nil for none.
    init(limit: RateLimit?) {
        self.limit = limit
    }

    /// Whether nothing waits.
    var isEmpty: Bool { order.isEmpty }

    /// Puts an item at the end of a connection's line. Ignored once the line is to end.
    mutating func append(_ item: Item, for id: UInt64) {
        change(id) { if $0.end == nil { $0.items.append(item) } }
    }

    /// Ends a connection's line: `item` comes after what waits in it. What is more than the connection's rate allows then
    /// is dropped, since a peer that is gone cannot be made to wait.
    mutating func end(_ item: Item, for id: UInt64) {
        change(id) { if $0.end == nil { $0.end = item } }
    }

    private mutating func change(_ id: UInt64, _ change: (inout Line) -> Void) {
        // Out of the dictionary meanwhile, so that its items are not copied.
        var line = lines.removeValue(forKey: id) ?? Line(limit: limit)
        let wasEmpty = line.isEmpty
        change(&line)
        if wasEmpty, !line.isEmpty { order.append(id) }
        lines[id] = line
    }

    /// The next item whose turn it is; nil when nothing waits, or only for time.
    mutating func next(at now: MonotonicTime) -> (id: UInt64, item: Item)? {
        for _ in 0..<order.count {
            guard let id = order.popFirst() else { return nil }
            guard var line = lines.removeValue(forKey: id) else { continue }
            let isAllowed = line.limit?.allows(at: now) ?? true
            if isAllowed, let item = line.items.popFirst() {
                if !line.isEmpty { order.append(id) }
                lines[id] = line
                return (id, item)
            }
            if let end = line.end { return (id, end) }
            order.append(id)
            lines[id] = line
        }
        return nil
    }

    /// Notes that what a connection has sent were `count` requests.
    mutating func charge(_ count: Int, to id: UInt64, at now: MonotonicTime) {
        if count > 0 { lines[id]?.limit?.charge(count, at: now) }
    }

    /// When somebody who is passed over at `now` may go on; nil when nobody waits.
    mutating func deadline(at now: MonotonicTime) -> MonotonicTime? {
        order.waiting.compactMap { lines[$0]?.limit?.nextTime(at: now) ?? now }.min()
    }
}

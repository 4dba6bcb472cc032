import Timing

/// What is to happen, by its time; what is due at one moment happens in the order in which it was planned.
struct Agenda<Event> {
    private struct Entry {
        let time: MonotonicTime
        let order: Int
        let event: Event

        func isBefore(_ other: Entry) -> Bool { time != other.time ? time < other.time : order < other.order }
    }

    // A binary heap.
    private var entries: [Entry] = []
    private var nextOrder = 0

    mutating func plan(_ event: Event, at time: MonotonicTime) {
        entries.append(Entry(time: time, order: nextOrder, event: event))
        nextOrder += 1
        var child = entries.count - 1
        while child > 0, entries[child].isBefore(entries[(child - 1) / 2]) {
            entries.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func next() -> (time: MonotonicTime, event: Event)? {
        guard let first = entries.first else { return nil }
        let last = entries.removeLast()
        if !entries.isEmpty {
            entries[0] = last
            sink()
        }
        return (first.time, first.event)
    }

    private mutating func sink() {
        var parent = 0
        while true {
            let children = [2 * parent + 1, 2 * parent + 2].filter { $0 < entries.count }
            guard let least = children.min(by: { entries[$0].isBefore(entries[$1]) }),
                entries[least].isBefore(entries[parent])
            else { return }
            entries.swapAt(parent, least)
            parent = least
        }
    }
}

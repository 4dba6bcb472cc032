/// A queue whose both ends take constant time on average, and whose memory follows what waits in it.
package struct FIFO<Element> {
    private var elements: [Element?] = []
    private var head = 0

    package init() {}

    package var isEmpty: Bool { head == elements.count }
    package var count: Int { elements.count - head }

    /// Places held in memory, used up ones too.
    var places: Int { elements.count }

    /// What waits, the first first.
    package var waiting: some Sequence<Element> { elements[head...].lazy.compactMap { $0 } }

    package mutating func append(_ element: Element) {
        elements.append(element)
    }

    package mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        let element = elements[head]
        elements[head] = nil
        head += 1
        if head == elements.count {
            elements.removeAll(keepingCapacity: head <= Self.idleCapacity)
            head = 0
        } else if head >= Self.idleCapacity, head * 2 >= elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }

    /// Elements for which an empty queue keeps its memory.
    private static var idleCapacity: Int { 64 }
}

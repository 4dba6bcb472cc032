import Glibc
import Synchronization
import Timing

@testable import Buttons

/// A source of edges in a test's hand: a pipe that is readable while there are some.
final class FakeSource: EdgeSource {
    private struct State {
        var edges: [Edge] = []
        var levels = [Bool](repeating: false, count: 4)
        var isLossy = false
        var isClosed = false
        var isGone = false
    }

    let title: String
    let spike: Duration
    let sequence: UInt64?
    let descriptor: Int32
    private let writing: Int32
    private let state = Mutex(State())

    init(_ title: String, spike: Duration = ButtonsTuning.spike, sequence: UInt64? = nil) {
        self.title = title
        self.spike = spike
        self.sequence = sequence
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0)
        descriptor = ends[0]
        writing = ends[1]
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    deinit {
        Glibc.close(descriptor)
        Glibc.close(writing)
    }

    var isClosed: Bool { state.withLock(\.isClosed) }

    func hold(_ levels: [Bool]) {
        state.withLock { $0.levels = levels }
    }

    func send(_ edges: [Edge], levels: [Bool]? = nil, isLossy: Bool = false) {
        state.withLock { state in
            state.edges += edges
            state.levels = levels ?? state.levels
            state.isLossy = isLossy
        }
        ring()
    }

    /// Goes away, as a chip or a device does.
    func vanish() {
        state.withLock { $0.isGone = true }
        ring()
    }

    private func ring() {
        var byte: UInt8 = 0
        _ = write(writing, &byte, 1)
    }

    func read(into edges: inout [Edge]) throws(ButtonsError) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 64)
        _ = Glibc.read(descriptor, &bytes, bytes.count)
        let (new, isLossy, isGone) = state.withLock { state in
            defer { (state.edges, state.isLossy) = ([], false) }
            return (state.edges, state.isLossy, state.isGone)
        }
        if isGone { throw ButtonsError(.gone, "the chip is gone", context: title) }
        edges += new
        return isLossy
    }

    func levels() throws(ButtonsError) -> [Bool] {
        let (levels, isGone) = state.withLock { ($0.levels, $0.isGone) }
        if isGone { throw ButtonsError(.gone, "the chip is gone", context: title) }
        return levels
    }

    func close() {
        state.withLock { $0.isClosed = true }
    }
}

import Dispatch
import Glibc
import Synchronization
import Testing

@testable import pulsador

@Suite(.timeLimit(.minutes(1))) struct BackgroundOutputTests {
    @Test func linesAreWrittenInTheirOrder() {
        let log = Log()
        let output = BackgroundOutput { text, descriptor in log.add("\(descriptor)\(text)") }
        for number in 0..<100 { output.put("line \(number)", to: Int32(number % 2)) }
        output.flush(atMost: .seconds(30))
        #expect(log.lines == (0..<100).map { "\($0 % 2)line \($0)" })
    }

    /// A pager that nobody scrolls must not stop whoever writes; what it misses is told.
    @Test func whoeverWritesDoesNotWaitForWhoReads() {
        let log = Log()
        let gate = DispatchSemaphore(value: 0)
        let output = BackgroundOutput { text, _ in
            gate.wait()
            gate.signal()
            log.add(text.count > 100 ? "\(text.prefix(1))" : text)
        }
        let line = String(repeating: "x", count: 1 << 20)
        for _ in 0..<7 { output.put(line, to: 1) }
        output.flush(atMost: .milliseconds(1))
        #expect(log.lines.isEmpty)
        gate.signal()
        output.flush(atMost: .seconds(30))
        #expect(log.lines == ["x", "x", "x", "x"])
        output.put("last", to: 1)
        output.flush(atMost: .seconds(30))
        #expect(log.lines.dropFirst(4) == ["3 lines were lost: nobody read them in time\n", "last"])
    }

    private final class Log: Sendable {
        private let stored = Mutex<[String]>([])

        var lines: [String] { stored.withLock { $0 } }

        func add(_ line: String) {
            stored.withLock { $0.append(line) }
        }
    }
}

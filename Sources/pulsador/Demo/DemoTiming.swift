import Game
import Quiz
import Synchronization
import Timing

/// What the demo measures: all boards and the host share one clock, so the spans are exact.
final class DemoTiming: Sendable {
    private struct Key: Hashable {
        let player: PlayerID
        let question: QuestionID
    }

    private struct Samples {
        var pressed: [Key: MonotonicTime] = [:]
        var arrived: [Key: MonotonicTime] = [:]
        var scored: [Key: MonotonicTime] = [:]
        var saved: [Duration] = []
        var phases: [Duration] = []
    }

    private struct Report: Encodable {
        struct Span: Encodable {
            let count: Int
            let median: Double
            let p99: Double
            let max: Double
        }

        let event = "timing"
        /// From the edge of the press to the answer saved on the board.
        let pressToSavedMs: Span?
        /// From the edge of the press to its last byte coming off the host's socket.
        let pressToArrivedMs: Span?
        /// From the edge of the press to the ruling committed on the host.
        let pressToScoredMs: Span?
        /// From the host's decision to open a question to the board that knows.
        let phaseToBoardMs: Span?
    }

    private let samples = Mutex(Samples())

    func take(_ update: HostUpdate) {
        guard case .ruled(let ruled, let committedAt) = update else { return }
        let key = Key(player: ruled.result.playerId, question: ruled.result.questionId)
        samples.withLock { samples in
            samples.arrived[key] = MonotonicTime(nanoseconds: ruled.result.hostReceivedUptimeNs)
            samples.scored[key] = committedAt
        }
    }

    func take(_ update: PlayerUpdate) {
        switch update {
        case .answered(let answer):
            let key = Key(player: answer.playerId, question: answer.questionId)
            let edge = MonotonicTime(nanoseconds: answer.clientCreatedAtUptimeNs)
            samples.withLock { samples in
                samples.pressed[key] = edge
                samples.saved.append(edge.duration(to: .now()))
            }
        case .opened(_, let state, _, let knownAt):
            let start = MonotonicTime(nanoseconds: state.questionStartHostUptimeNs)
            samples.withLock { $0.phases.append(start.duration(to: knownAt)) }
        default: break
        }
    }

    func report() {
        let samples = samples.withLock { $0 }
        let sincePress = { (times: [Key: MonotonicTime]) in
            Self.span(times.compactMap { key, time in samples.pressed[key]?.duration(to: time) })
        }
        Output.json(
            Report(
                pressToSavedMs: Self.span(samples.saved), pressToArrivedMs: sincePress(samples.arrived),
                pressToScoredMs: sincePress(samples.scored),
                phaseToBoardMs: Self.span(samples.phases)))
    }

    private static func span(_ durations: [Duration]) -> Report.Span? {
        guard !durations.isEmpty else { return nil }
        let sorted = durations.map { ($0.milliseconds * 1000).rounded() / 1000 }.sorted()
        let last = sorted.count - 1
        return Report.Span(
            count: sorted.count, median: sorted[last / 2], p99: sorted[last * 99 / 100], max: sorted[last])
    }
}

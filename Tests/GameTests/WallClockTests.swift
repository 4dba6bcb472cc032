import Buttons
import Documents
import Quiz
import Synchronization
import TestSupport
import Testing
import Timing

@testable import Game

/// The time of day is set while a game runs, by two weeks either way, on the host or on the board. Nothing comes of it.
@Suite(.timeLimit(.minutes(3))) struct WallClockTests {
    private static let week = Int64(7 * 86_400) * 1_000_000_000

    private final class WallClock: Sendable {
        private let shift = Atomic(Int64(0))

        func step(by nanoseconds: Int64) { shift.add(nanoseconds, ordering: .relaxed) }

        var options: DatabaseOptions {
            var options = DatabaseOptions(wallClock: { [self] in
                UInt64(clamping: Int64(clamping: HybridClock.systemWallClock()) + shift.load(ordering: .relaxed))
            })
            options.refusesTimesAhead = false
            return options
        }
    }

    @Test(arguments: [2 * week, -2 * week], [true, false]) func steps(nanoseconds: Int64, isHosts: Bool) async throws {
        let wall = WallClock()
        let steady = WallClock()
        let host = try HostedGame(options: (isHosts ? wall : steady).options)
        let directory = try TemporaryDirectory()
        let database = try Database(
            path: directory.file("board"), options: (isHosts ? steady : wall).options)
        let panel = HandPanel()
        let updates = EventLog<PlayerUpdate>()
        let board = try PlayerService(.init(database: database, name: "Ana"), panel: panel) { updates.append($0) }
        defer { board.stop() }
        try board.start()
        try board.connect(to: host.url)
        try await host.joined(board.identity.player)
        try await host.start()
        var seen = 0
        for question in 0..<2 {
            let opened = await updates.next(from: seen) { if case .opened = $0 { true } else { false } }
            seen = try #require(opened).after
            wall.step(by: nanoseconds)
            let edge = MonotonicTime.now()
            panel.press(question + 1, at: edge)
            let reveal = try await host.update("reveal") {
                if case .revealed(let reveal) = $0, reveal.index == question { reveal } else { nil }
            }
            let result = try #require(reveal.results.first)
            #expect(result.isCorrect && result.points > 0)
            let pressed = MonotonicTime(nanoseconds: try #require(result.pressedAtHostUptimeNs))
            let error = Duration.nanoseconds(result.clockErrorNs ?? .max)
            #expect(max(edge.duration(to: pressed), pressed.duration(to: edge)) <= error)
            // The result finds its way to the board, too.
            let told = await updates.next(from: seen) { if case .result(result) = $0 { true } else { false } }
            seen = try #require(told).after
            host.service.handle(.next(at: host.service.now))
        }
    }
}

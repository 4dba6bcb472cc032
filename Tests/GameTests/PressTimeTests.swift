import Documents
import Quiz
import Replication
import TestSupport
import Testing
import Timing

@testable import Game

/// When a press counts as made, with real boards and a real host on one clock.
@Suite(.timeLimit(.minutes(3))) struct PressTimeTests {
    /// A whole board with buttons in our hand.
    private final class Board: Sendable {
        let panel = HandPanel()
        let service: PlayerService
        let updates: EventLog<PlayerUpdate>
        private let database: Database
        private let directory: TemporaryDirectory

        init(_ host: HostedGame, _ name: String) throws {
            directory = try TemporaryDirectory()
            database = try Database(path: directory.file("board"))
            let updates = EventLog<PlayerUpdate>()
            self.updates = updates
            service = try PlayerService(.init(database: database, name: name), panel: panel) { updates.append($0) }
            try service.start()
            try service.connect(to: host.url)
        }

        deinit { service.stop() }

        func seesQuestion() async throws {
            guard await updates.next(where: { if case .opened = $0 { true } else { false } }) != nil else {
                throw HostedGame.Missing(description: "no question on the board")
            }
        }
    }

    @Test func aPressCountsFromTheFinger() async throws {
        let host = try HostedGame()
        let board = try Board(host, "Ana")
        let link = try await host.update("link") {
            if case .link(board.service.identity.player, let link) = $0 { link } else { nil }
        }
        #expect(link.fastest <= link.roundTrip && link.roundTrip <= link.slowest)
        #expect(link.clockError ?? .seconds(9) <= link.slowest)
        try await host.start()
        try await board.seesQuestion()
        let edge = MonotonicTime.now()
        board.panel.press(1, at: edge)
        let ruled = try await host.ruled(board.service.identity.player)
        let error = try #require(ruled.error)
        let pressed = MonotonicTime(nanoseconds: try #require(ruled.result.pressedAtHostUptimeNs))
        #expect(Duration.nanoseconds(edge.duration(to: pressed).nanoseconds.magnitude) <= error)
        #expect(ruled.claim?.clockError ?? .seconds(9) <= error)
        #expect(pressed.nanoseconds <= ruled.result.hostReceivedUptimeNs)
    }

    @Test(
        "a board that lies gains the allowance, never an early answer, and is flagged",
        arguments: [Int64.min, -5_000_000_000, 0, 1, 5_000_000_000, .max]
    ) func forged(shift: Int64) async throws {
        let host = try HostedGame(correct: [1])
        let liar = try Peer(host, "Liar")
        try liar.join(host)
        try await host.joined(liar.player)
        try await host.start()
        let start = host.service.game.questionState.questionStartHostUptimeNs
        var answer = liar.answerDocument(host, 1)
        let (stamp, overflow) = host.service.now.nanoseconds.addingReportingOverflow(shift)
        answer.pressedAtHostUptimeNs = overflow ? shift : stamp
        answer.clockErrorNs = shift
        try liar.save(.answer(host.id, answer.questionId, liar.player), answer)
        let result = try await host.ruled(liar.player).result
        let pressed = try #require(result.pressedAtHostUptimeNs)
        #expect(pressed >= start && pressed <= result.hostReceivedUptimeNs)
        #expect(result.hostReceivedUptimeNs - pressed <= QuizLimits.allowanceMargin.nanoseconds)
        if shift < -2_000_000_000 || shift > 2_000_000_000 { #expect(result.wasClamped == true) }
        #expect((0...1000).contains(result.points))
    }
}

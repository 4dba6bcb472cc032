import Quiz
import Testing

@testable import Game

/// A board that is gone while all others have answered.
struct AbsenceTests {
    /// A game whose first question is answered by Ana, and whose other board is gone.
    private func gone(grace: Duration) async throws -> HostedGame {
        let host = try HostedGame(absenceGrace: grace)
        let ana = try Peer(host, "Ana")
        let ben = try Peer(host, "Ben")
        for peer in [ana, ben] {
            try peer.join(host)
            try await host.joined(peer.player)
        }
        try await host.start()
        try ana.answer(host, 1)
        _ = try await host.ruled(ana.player)
        await ben.stop()
        return host
    }

    @Test func theQuestionClosesOnceItCountsAsGone() async throws {
        let host = try await gone(grace: .zero)
        let reveal = try await host.update("reveal") { if case .revealed(let reveal) = $0 { reveal } else { nil } }
        #expect(reveal.results.count == 1)
    }

    @Test func theQuestionStaysOpenWhileItMayComeBack() async throws {
        let host = try await gone(grace: .seconds(600))
        // Whoever comes now comes after the break was noticed, or hardly before.
        let cleo = try Peer(host, "Cleo")
        try cleo.join(host)
        try await host.joined(cleo.player)
        #expect(host.service.game.phase == .asking)
        #expect(host.service.game.connected.count == 3)
    }
}

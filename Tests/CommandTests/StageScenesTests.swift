import Projector
import Testing
import Timing

@testable import Quiz
@testable import pulsador

/// What the projector shows of a game.
struct StageScenesTests {
    private static func game() throws -> HostGame {
        let card = try QuestionCard(text: "Name a river.", choices: [], correct: [], kind: .buzz, limitSeconds: 60)
        var game = try HostGame(
            id: try GameID("g"), title: "Friday", joinCode: "K7Q2ZP",
            createdAt: Timestamp(parsing: "2026-01-01T00:00:00Z"),
            cards: [card], bootID: "boot")
        for number in 1...3 {
            let player = try PlayerID("board-\(number)")
            _ = game.handle(.connectionUp(player, at: .now()))
            _ = game.handle(.seat(player, name: "Name \(number)", at: .now()))
        }
        _ = game.handle(.start(at: .now()))
        return game
    }

    private static func press(_ game: inout HostGame, _ number: Int) throws {
        let question = try #require(game.round?.question)
        _ = game.handle(
            .answer(
                AnswerArrival(
                    player: try PlayerID("board-\(number)"), question: question, choice: 1, claim: nil,
                    arrivedAt: .now(),
                    sequence: number, allowance: .milliseconds(250))))
    }

    private static func gather(_ game: inout HostGame) throws {
        for number in 1...3 {
            _ = game.handle(.gathered(try PlayerID("board-\(number)"), asked: .now(), at: .now()))
        }
    }

    /// The picture at any moment of the second that follows, but for the countdown.
    private static func picture(_ game: HostGame) throws -> QuestionScene {
        guard case .question(var scene) = Stage(pace: .manual).scene(game) else {
            throw Program.Failure(description: "no question is shown: \(game.stage)")
        }
        scene.secondsLeft = scene.secondsLeft.rounded()
        return scene
    }

    /// Else whoever reads the screen could press because somebody else has, and claim to have been earlier.
    @Test func nothingShowsThatSomebodyHasPressedBeforeAnybodyIsCalled() async throws {
        var game = try Self.game()
        for _ in 0..<2 {
            let open = try Self.picture(game)
            let number = game.lockedOut.count + 1
            try Self.press(&game, number)
            #expect(game.isGathering)
            #expect(try Self.picture(game) == open)
            // Longer than the screen's patience with a link.
            try await Task.sleep(for: .milliseconds(400))
            var later = try Self.picture(game)
            later.secondsLeft = open.secondsLeft
            #expect(later == open)
            try Self.gather(&game)
            guard case .buzz = Stage(pace: .manual).scene(game) else {
                throw Program.Failure(description: "nobody is called")
            }
            _ = game.handle(.verdict(isRight: false, at: .now()))
        }
        #expect(game.lockedOut.count == 2)
    }
}

import Testing
import Timing

@testable import Buttons

@Suite struct ScriptPlayerTests {
    private let origin = Marbles.origin

    private func time(_ milliseconds: Int) -> MonotonicTime {
        origin.advanced(by: .milliseconds(milliseconds))
    }

    /// Advances to each deadline up to `end`, as a panel's thread does.
    private func play(_ player: inout ScriptPlayer, to end: MonotonicTime) -> [Press] {
        var presses: [Press] = []
        while let deadline = player.deadline, deadline <= end {
            presses += player.advance(to: deadline)
        }
        return presses
    }

    @Test func pressesComeInOrderOfTimeWithTheScriptedMoment() throws {
        let script = try ButtonScript(
            parsing: """
                at 200ms press 2 bounce 5
                at 100ms press 1
                at 300ms edge 3 down
                at 300.4ms edge 3 up
                at 350ms press 1 bounce 10
                """, file: "x")
        var player = ScriptPlayer(script)
        player.start(at: origin)
        #expect(
            play(&player, to: time(1000)) == [
                Press(button: 0, time: time(100)), Press(button: 1, time: time(200)),
                Press(button: 0, time: time(350)),
            ])
        #expect(player.deadline == nil)
    }

    @Test func questionStepsCountFromTheMomentTheQuestionWasSeen() throws {
        let script = try ButtonScript(
            parsing:
                "on question 1 after 400ms press 3\non question 2 after 50ms press 1\non question any after 90ms press 4",
            file: "x")
        var player = ScriptPlayer(script)
        player.start(at: origin)
        #expect(player.deadline == nil)
        player.questionOpened(index: 0, opening: 0, at: time(1000))
        player.questionOpened(index: 0, opening: 0, at: time(1010))
        #expect(
            play(&player, to: time(4000)) == [
                Press(button: 3, time: time(1090)), Press(button: 2, time: time(1400)),
            ])
        player.questionOpened(index: 1, opening: 1, at: time(5000))
        #expect(
            play(&player, to: time(9000)) == [
                Press(button: 0, time: time(5050)), Press(button: 3, time: time(5090)),
            ])
    }

    @Test func theLobbyIsEnteredOnce() throws {
        var player = ScriptPlayer(try ButtonScript(parsing: "on lobby press 1", file: "x"))
        player.lobbyEntered(at: origin)
        #expect(player.deadline == nil, "not started")
        player.start(at: origin)
        player.lobbyEntered(at: time(10))
        player.lobbyEntered(at: time(500))
        #expect(play(&player, to: time(2000)) == [Press(button: 0, time: time(10))])
    }

    @Test func aLateThreadChangesNoTime() throws {
        var player = ScriptPlayer(try ButtonScript(parsing: "at 10ms press 1\nat 500ms press 1", file: "x"))
        player.start(at: origin)
        #expect(player.advance(to: time(5000)).map(\.time) == [time(10), time(500)])
    }
}

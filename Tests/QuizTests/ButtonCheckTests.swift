import FoundationEssentials
import Testing
import Timing

@testable import Quiz

/// Buttons that are pressed in the lobby are told, and ticked off.
@Suite struct ButtonCheckTests {
    private let me = Samples.player(1)

    private func inLobby() -> PlayerGame {
        var board = PlayerGame(player: me)
        _ = board.handle(.gameSeen(Samples.game, Samples.host().gameDocument))
        return board
    }

    private func press(_ button: Int) -> PlayerEvent {
        .press(button: button, edge: MonotonicTime(nanoseconds: 77), claim: nil)
    }

    private func seat(_ buttons: [Int]?, name: String = "Ana") -> HostEvent {
        .seat(me, name: name, buttons: buttons, at: Samples.origin)
    }

    @Test func aBoardTellsTheFirstPressOfEachButton() {
        var board = inLobby()
        #expect(board.handle(press(2)) == [.tellButton(2, seen: [2], Samples.game)])
        #expect(board.handle(press(2)) == [])
        #expect(board.handle(press(0)) == [.tellButton(0, seen: [0, 2], Samples.game)])
        for button in [-1, 4, .max] { #expect(board.handle(press(button)) == []) }
    }

    @Test func aBoardWithoutAGameTellsNothing() {
        var board = PlayerGame(player: me)
        #expect(board.handle(press(2)) == [])
    }

    @Test func aRestartedBoardKnowsWhatItToldAndAnotherGameBeginsAnew() throws {
        var board = inLobby()
        #expect(board.handle(.ownPlayer(Samples.game, buttonsSeen: [1, 3])) == [])
        #expect(board.handle(.ownPlayer(try GameID("other"), buttonsSeen: [0])) == [])
        #expect(board.handle(press(3)) == [])
        #expect(board.handle(press(0)) == [.tellButton(0, seen: [0, 1, 3], Samples.game)])
        let other = try GameID("other")
        _ = board.handle(.gameSeen(other, Samples.host().gameDocument))
        #expect(board.handle(press(3)) == [.tellButton(3, seen: [3], other)])
    }

    @Test func outsideTheLobbyAPressIsAnAnswerOrNothing() throws {
        var board = inLobby()
        var host = Samples.host()
        host.fill(1)
        let opened = try #require(host.handle(.start(at: Samples.time(0))).opened.first)
        _ = board.handle(.questionState(opened.state))
        #expect(board.handle(press(1)) == [], "its question is not here yet")
        _ = board.handle(.question(opened.id, opened.question))
        let actions = board.handle(press(1))
        #expect(actions.contains { if case .saveAnswer = $0 { true } else { false } })
        #expect(!actions.contains { if case .tellButton = $0 { true } else { false } })
    }

    @Test func theHostTicksOffWhatIsNew() {
        var game = Samples.host()
        let joined = game.handle(seat([]))
        #expect(joined.count == 2 && game.seats[0].buttonsSeen == [])
        #expect(game.handle(seat([3])) == [.buttonSeen(me, 3)])
        #expect(game.handle(seat([3])) == [])
        #expect(game.handle(seat([0, 3, 1])) == [.buttonSeen(me, 0), .buttonSeen(me, 1)])
        #expect(game.handle(seat([])) == [], "what is ticked off stays so")
        #expect(game.handle(seat([-1, 4, 99, .max])) == [])
        #expect(game.seats[0].buttonsSeen == [0, 1, 3])
    }

    @Test func aPhoneThatDoesNotTellHasNone() {
        var game = Samples.host()
        _ = game.handle(seat(nil))
        #expect(game.seats[0].buttonsSeen == nil)
    }

    @Test func aNewNameAndANewButtonAreBothTold() {
        var game = Samples.host()
        _ = game.handle(seat([]))
        let actions = game.handle(seat([2], name: "Bea"))
        #expect(actions.first == .seated(me, name: "Bea", isNew: false))
        #expect(actions.last == .buttonSeen(me, 2))
    }

    @Test func afterTheLobbyNothingIsTickedOff() {
        var game = Samples.host()
        game.fill(1)
        _ = game.handle(.start(at: Samples.time(0)))
        #expect(game.handle(.seat(me, name: "Name 1", buttons: [1], at: Samples.time(1))) == [])
        #expect(game.seats[0].buttonsSeen == nil)
    }

    @Test func ticksSurviveARestartAndOldSnapshotsHaveNone() throws {
        var game = Samples.host()
        _ = game.handle(seat([1]))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try encoder.encode(game.snapshot)
        let snapshot = try JSONDecoder().decode(HostGame.Snapshot.self, from: data)
        let (resumed, _) = try HostGame.resume(
            snapshot, cards: game.cards, rulings: [], bootID: "boot-2", at: Samples.origin)
        #expect(resumed.seats[0].buttonsSeen == [1])
        let old = String(decoding: data, as: UTF8.self).split(separator: #""buttonsSeen":[1],"#).joined()
        #expect(old.utf8.count < data.count)
        let earlier = try JSONDecoder().decode(HostGame.Snapshot.self, from: Data(old.utf8))
        #expect(earlier.seats[0].buttonsSeen == nil)
    }

    @Test(
        "what a document says of buttons is cleaned, and what is none of ours does not cost the seat",
        arguments: [
            (#""buttonsSeen":[3,0,0]"#, [0, 3]), (#""buttonsSeen":[]"#, []), (#""buttonsSeen":[9,-1]"#, []),
            (#""buttonsSeen":null"#, nil), (#""buttonsSeen":"all""#, nil), (#""buttonsSeen":[0.5]"#, nil),
            (#""other":1"#, nil),
        ] as [(String, [Int]?)])
    func reading(field: String, buttons: [Int]?) throws {
        let text = #"{"gameId":"G7","displayName":"Ana","joinedAt":"2026-01-01T00:00:00.000Z",\#(field)}"#
        let player = try JSONDecoder().decode(Player.self, from: Data(text.utf8))
        #expect(player.checkedButtons == buttons)
    }
}

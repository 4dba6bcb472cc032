import Buttons
import Game
import Quiz
import Testing

struct BoardLampsPanelTests {
    private static let states: [BoardLamps] = [
        .searching, .joined, .open(choices: 4), .open(choices: 2), .answered(2), .called(2), .right, .wrong,
        .disconnected,
        .finished,
    ]

    @Test func everyStateLooksDifferent() {
        #expect(Set(Self.states.map(\.pattern)).count == Self.states.count)
    }

    @Test func choicesAreOnAndTheAnswerIsOnAlone() {
        #expect(BoardLamps.open(choices: 2).pattern == LampPattern([.on, .on]))
        #expect(BoardLamps.answered(2).pattern == .only(2, .on))
        #expect(BoardLamps.open(choices: -1).pattern == .all(.off))
        #expect(BoardLamps.answered(9).pattern == .all(.off))
    }

    @Test(arguments: [
        (BoardLamps.open(choices: 4), BoardLamps.answered(1), Beep.taken), (.answered(1), .right, .right),
        (.answered(1), .wrong, .wrong), (.open(choices: 4), .right, .right), (.joined, .wrong, .wrong),
        (.answered(1), .called(1), .called), (.called(1), .wrong, .wrong),
        (.wrong, .called(1), .called), (.right, .called(1), .called),
    ])
    func newsSounds(_ before: BoardLamps, _ after: BoardLamps, _ beep: Beep) {
        #expect(after.beep(after: before) == beep)
    }

    @Test func aConnectionThatComesBackIsSilent() {
        for state in Self.states {
            #expect(state.beep(after: .disconnected) == nil)
            #expect(state.beep(after: .searching) == nil)
            #expect(state.beep(after: nil) == nil)
        }
    }
}

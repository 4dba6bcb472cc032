import Buttons
import Quiz

/// What a board's lamps and beeper make of the state of its game.
///
/// | state | lamps |
/// |---|---|
/// | searching for a host | a light runs from the first to the last |
/// | joined, nothing to do | all flash shortly every two seconds |
/// | question open | the lamps of the choices are on |
/// | answered | the chosen one alone is on |
/// | first at a buzz question | the chosen one alone blinks fast |
/// | right | all blink fast, together |
/// | wrong | the left two and the right two take turns, as one shakes one's head |
/// | disconnected | all blink slowly, together |
/// | game over | off |
extension BoardLamps {
    package var pattern: LampPattern {
        switch self {
        case .searching: .all(.running)
        case .joined: .all(.glint)
        case .open(let choices): LampPattern(Array(repeating: .on, count: max(0, choices)))
        case .answered(let choice): .only(choice, .on)
        case .called(let choice): .only(choice, .fast)
        case .right: .all(.fast)
        case .wrong: LampPattern([.slow, .slow, .turn, .turn])
        case .disconnected: .all(.slow)
        case .finished: .all(.off)
        }
    }

    /// The sound of the step from `previous` to this; nil for silence. What is only shown again, after a connection came
    /// back or at the start, makes none.
    package func beep(after previous: BoardLamps?) -> Beep? {
        switch (previous, self) {
        case (.open?, .answered): .taken
        case (.open?, .called), (.answered?, .called): .called
        // The verdict was taken back.
        case (.right?, .called), (.wrong?, .called): .called
        case (.open?, .right), (.answered?, .right), (.joined?, .right), (.called?, .right): .right
        case (.open?, .wrong), (.answered?, .wrong), (.joined?, .wrong), (.called?, .wrong): .wrong
        default: nil
        }
    }
}

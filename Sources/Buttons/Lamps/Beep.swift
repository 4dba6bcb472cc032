/// A short sound of the beeper, which can only be on or off.
package enum Beep: String, Hashable, Sendable {
    /// One short: the press was taken.
    case taken
    /// Two, the second longer: first at a buzz question.
    case called
    /// Three short: right.
    case right
    /// One long: wrong.
    case wrong

    /// On and off in turn, beginning with on.
    var lengths: [Duration] {
        switch self {
        case .taken: [.milliseconds(60)]
        case .called: [.milliseconds(120), .milliseconds(60), .milliseconds(240)]
        case .right: [.milliseconds(80), .milliseconds(70), .milliseconds(80), .milliseconds(70), .milliseconds(160)]
        case .wrong: [.milliseconds(600)]
        }
    }
}

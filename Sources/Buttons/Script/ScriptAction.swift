import Timing

/// What a step of a script does to a line.
package enum ScriptAction: Hashable, Sendable {
    /// A finger's press of a button, from 0: contact, `bounces` breaks and new contacts, release after `hold` with as
    /// many bounces.
    case press(button: Int, hold: Duration, bounces: Int)
    /// One edge.
    case edge(line: Int, isActive: Bool)

    /// The edges with their times from the action's moment, in order.
    var edges: [(offset: Duration, line: Int, isActive: Bool)] {
        switch self {
        case .edge(let line, let isActive): [(.zero, line, isActive)]
        case .press(let button, let hold, let bounces):
            [(start: Duration.zero, level: true), (start: hold, level: false)].flatMap { side in
                (0...(2 * bounces)).map { step in
                    let isActive = step.isMultiple(of: 2) == side.level
                    return (side.start + ButtonsTuning.bounceStep * step, button, isActive)
                }
            }
        }
    }

    /// The shortest hold with room for the bounces of the contact.
    static func leastHold(bounces: Int) -> Duration {
        ButtonsTuning.bounceStep * (2 * bounces + 1)
    }
}

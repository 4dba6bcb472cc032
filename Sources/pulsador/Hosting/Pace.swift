/// Who moves a game on: a person at the host, or the clock.
struct Pace: Sendable {
    /// How the lobby ends by itself; nil waits for a person.
    enum Start: Sendable {
        /// When so many players are seated.
        case players(Int)
        /// When nobody new has come for so long.
        case quiet(Duration)
    }

    var start: Start?
    /// How long the reveal stays before the leaderboard, and the leaderboard before the next question; nil waits for a
    /// person.
    var reveal: Duration?
    var leaderboard: Duration?
    /// How long the podium stays before the program ends; nil waits for a person.
    var podium: Duration?

    /// A person does everything.
    static let manual = Pace()

    /// The clock does everything, in steps that people can follow.
    static let automatic = Pace(
        start: .quiet(.seconds(8)), reveal: .seconds(5), leaderboard: .seconds(4), podium: .seconds(10))

    /// Without a projector there is nothing to look at: short steps, so that boards keep up.
    static let headless = Pace(
        start: .quiet(.seconds(8)), reveal: .seconds(2), leaderboard: .zero, podium: .milliseconds(500))

    /// As fast as boards can follow.
    static let fast = Pace(
        start: .quiet(.seconds(3)), reveal: .milliseconds(50), leaderboard: .zero, podium: .milliseconds(200))
}

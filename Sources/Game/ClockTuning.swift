import Timing

/// Every number of the clock's measurement, with its unit and its reason.
enum ClockTuning {
    /// Exchanges older than this are forgotten when newer ones come.
    static let window = Duration.seconds(60)
    /// How long the last exchange is good for when none comes any more: a board that lost its host for so long starts anew.
    static let memory = Duration.seconds(600)
    /// The pace of two clocks against each other, and its change within `window`: what is left to a crystal between 0 and
    /// 70 °C once its mean error is known is ±25 ppm either way, 50 ppm from one moment to another.
    static let wander = 25e-6
    /// The pace of two clocks with nothing wrong: a crystal's mean error is below ±25 ppm, and there are two.
    static let usualPace = 50e-6
    /// The most that the pace can be: a kernel that slews a clock does it by 500 ppm, and both may do so.
    static let maxPace = 1_000e-6
    /// An exchange that took longer says nothing worth keeping.
    static let maxRoundTrip = Duration.seconds(20)
    /// Nanoseconds; 36 years. A peer that says otherwise has no monotonic clock.
    static let maxOffset = Double(1 << 60)

    /// Questions at once when a connection is made, and the time between them: the first press may be near.
    static let quickCount = 5
    static let quickInterval = Duration.milliseconds(100)
    /// Time between questions while a game runs.
    static let playingInterval = Duration.seconds(1)
    /// The same while a buzz question is open: an answer says that all presses before it are here, and a press changes nothing
    /// that a board could see.
    static let buzzInterval = Duration.milliseconds(100)
    /// The same in the lobby and after the game: a board at rest shall stay there.
    static let idleInterval = Duration.seconds(5)

    /// Round trips that say something of a link.
    static let leastSamples = 5
    /// A board whose radio sleeps answers in 49 to 127 ms at the median, and now and then as fast as one whose does not
    /// (6 ms): that is what tells it from a link that is merely long.
    static let sleepyMedian = Duration.milliseconds(30)
    static let sleepyRatio = 4
    /// Reports of one link come no closer than this, and only when the median has changed by half or the suspicion did.
    static let reportInterval = Duration.seconds(3)
    static let noticeableRatio = 1.5
    static let noticeable = Duration.milliseconds(2)
}

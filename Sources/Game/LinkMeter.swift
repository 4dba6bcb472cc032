import Replication
import Timing

/// What the host knows of one board's link, from questions that it asks the board and times by its own clock.
///
/// What the board says of its time decides nothing here: only how long its answers took does. A value without clock.
package struct LinkMeter: Sendable {
    private struct RoundTrip: Sendable {
        let heard: MonotonicTime
        let took: Duration
    }

    /// Oldest first.
    private var roundTrips: [RoundTrip] = []
    /// When the question was asked that has no answer yet.
    private var openSince: (moment: MonotonicTime, epoch: String)?
    private var sync = ClockSync()
    private var lastTaken: MonotonicTime?
    private var reported: (state: LinkState, at: MonotonicTime)?

    package init() {}

    /// Takes what became of a question. `epoch` names the stretch of the host's clock.
    package mutating func take(_ event: ClockEvent, epoch: String) {
        switch event {
        case .ready(let epoch):
            openSince = nil
            sync.meet(epoch)
        case .failed: openSince = nil
        case .drained: break
        case .asked(let moment): openSince = (moment, epoch)
        case .answered(let exchange):
            let askedIn = openSince?.epoch
            openSince = nil
            // While this machine was suspended, its clock stood still: nobody knows how long the answer took.
            guard askedIn == epoch else { return }
            roundTrips.append(RoundTrip(heard: exchange.heard, took: exchange.roundTrip))
            prune(before: exchange.heard)
            // While a press decides, many come: more than one a second say nothing new of two clocks.
            if let lastTaken, lastTaken.duration(to: exchange.heard) < ClockTuning.playingInterval / 2,
                sync.count >= ClockTuning.quickCount
            {
                return
            }
            lastTaken = exchange.heard
            sync.take(exchange, epoch: epoch)
        }
    }

    /// The connection is gone: nothing is waited for any more.
    package mutating func disconnected() {
        openSince = nil
    }

    /// The longest that a message of this board may have been under way that arrived at `arrival`; nil when nothing was
    /// measured.
    ///
    /// The whole round trip, not half of it: all of it may have been the way here. A question that has no answer yet counts
    /// with the time it has been waiting, since what stalls the answer stalls everything.
    package func longestDelay(at arrival: MonotonicTime) -> Duration? {
        let oldest = arrival.advanced(by: .zero - ClockTuning.window)
        let measured = roundTrips.filter { $0.heard >= oldest }.map(\.took)
        let waiting = openSince.map { max(.zero, $0.moment.duration(to: arrival)) }
        return (measured + (measured.isEmpty ? [] : waiting.map { [$0] } ?? [])).max()
    }

    /// How far the host's own idea of the board's clock may be off; nil when it has none.
    package func clockError(at now: MonotonicTime, epoch: String) -> Duration? {
        sync.claim(for: now, epoch: epoch)?.clockError
    }

    /// The link as it is now; nil while too little was measured.
    package func state(at now: MonotonicTime, epoch: String) -> LinkState? {
        guard roundTrips.count >= ClockTuning.leastSamples else { return nil }
        let sorted = roundTrips.map(\.took).sorted()
        let median = sorted[(sorted.count - 1) / 2]
        return LinkState(
            roundTrip: median, fastest: sorted[0], slowest: sorted[sorted.count - 1],
            clockError: clockError(at: now, epoch: epoch),
            seemsAsleep: median >= ClockTuning.sleepyMedian && median >= sorted[0] * ClockTuning.sleepyRatio)
    }

    /// The link's state if it is worth telling: the first one, and whatever has changed noticeably since the last.
    package mutating func news(at now: MonotonicTime, epoch: String) -> LinkState? {
        if let reported, reported.at.duration(to: now) < ClockTuning.reportInterval { return nil }
        guard let state = state(at: now, epoch: epoch) else { return nil }
        if let reported {
            guard Self.isNoticeable(reported.state, state) else { return nil }
        }
        reported = (state, now)
        return state
    }

    private static func isNoticeable(_ old: LinkState, _ new: LinkState) -> Bool {
        guard old.seemsAsleep == new.seemsAsleep else { return true }
        let (less, more) = (min(old.roundTrip, new.roundTrip), max(old.roundTrip, new.roundTrip))
        return more - less >= ClockTuning.noticeable
            && more.milliseconds >= less.milliseconds * ClockTuning.noticeableRatio
    }

    private mutating func prune(before moment: MonotonicTime) {
        let oldest = moment.advanced(by: .zero - ClockTuning.window)
        roundTrips.removeAll { $0.heard < oldest }
    }
}

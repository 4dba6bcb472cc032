import BLIP
import Documents
import Timing

/// The exchange of times, which Couchbase Lite knows nothing of: only a peer that says in its greeting that it takes part
/// is asked.
///
/// | message | body | answer |
/// |---|---|---|
/// | `pulsadorClock`, urgent, from either side | `{"t0":n}`: when it left, the sender's clock | `{"t1":n,"t2":n}`: when it had arrived and when the answer left, the answerer's clock; property `epoch` |
///
/// Times are nanoseconds of `CLOCK_MONOTONIC`. The sender knows t0 itself; it is sent for whoever reads a recording.
extension Session {
    /// The profile, and the property of a greeting and of its answer that says that the sender answers it, by the epoch of its
    /// clock: who has measured it before knows at once whether that is still worth something.
    static let clockProfile = "pulsadorClock"

    /// The largest time taken from a peer: 73 years since boot, so that differences of times never overflow.
    private static let latest: Int64 = 1 << 61

    /// Notes whether the peer takes part, from its greeting or from its answer to ours.
    func meetClock(_ properties: BLIPProperties) {
        guard clockSource != nil, let epoch = properties[Self.clockProfile], Self.isEpoch(epoch) else { return }
        peerTellsTime = true
        report(.clock(.ready(epoch: epoch)))
    }

    private static func isEpoch(_ text: String) -> Bool { (1...100).contains(text.utf8.count) }

    /// Asks the peer for its time, if it takes part and has answered the last question.
    package func askClock() {
        guard !isClosed, peerTellsTime, !isAskingClock, let clockSource else { return }
        isAskingClock = true
        let stamp = ClockStamp(clockSource) { "{\"t0\":\($0.nanoseconds)}" }
        let question = BLIPMessage(
            properties: ["Profile": Self.clockProfile], body: .stream(stamp), isUrgent: true)
        report(.clock(.asked(clockSource.time.now)))
        send(question) { [unowned self] reply in
            isAskingClock = false
            // Whoever refuses once is not asked again.
            if reply.error != nil { peerTellsTime = false }
            guard let asked = stamp.time, let exchange = exchange(reply, asked: asked) else {
                return report(.clock(.failed))
            }
            report(.clock(.answered(exchange)))
            drained = asked
        }
    }

    private func exchange(_ reply: BLIPReply, asked: MonotonicTime) -> ClockExchange? {
        guard reply.error == nil, let epoch = reply.properties["epoch"], Self.isEpoch(epoch),
            let body = try? JSON(parsing: reply.body, maxBytes: 200), let received = body["t1"]?.integer,
            let answered = body["t2"]?.integer, (0...Self.latest).contains(received),
            (received...Self.latest).contains(answered)
        else { return nil }
        return ClockExchange(
            asked: asked, received: MonotonicTime(nanoseconds: received),
            answered: MonotonicTime(nanoseconds: answered), heard: heardAt, epoch: epoch)
    }

    /// Answers a peer that asks for our time.
    func tellTime(_ request: BLIPIncomingRequest, receivedAt: MonotonicTime, _ source: ClockSource) {
        let stamp = ClockStamp(source) { "{\"t1\":\(receivedAt.nanoseconds),\"t2\":\($0.nanoseconds)}" }
        blip.reply(
            to: request.number,
            BLIPMessage(properties: ["epoch": source.epoch()], body: .stream(stamp), isUrgent: true))
    }
}

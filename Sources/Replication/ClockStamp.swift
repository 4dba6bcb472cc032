import BLIP
import Timing

/// A message body that is written when its frame is made, so that the time in it is the time it leaves.
final class ClockStamp: BLIPBodySource {
    private let source: ClockSource
    private let text: (MonotonicTime) -> String
    /// When the frame was made; nil before.
    private(set) var time: MonotonicTime?

    /// `text` makes the body, which is short.
    init(_ source: ClockSource, _ text: @escaping (MonotonicTime) -> String) {
        self.source = source
        self.text = text
    }

    func next(maxBytes: Int) -> [UInt8] {
        guard time == nil else { return [] }
        let now = source.time.now
        time = now
        return Array(text(now).utf8)
    }
}

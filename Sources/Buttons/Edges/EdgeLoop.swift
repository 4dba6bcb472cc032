import Timing

/// The life of an `EdgeReader`'s thread.
struct EdgeLoop {
    /// Waiting for a source that is away.
    private struct Retry {
        var wait = ButtonsTuning.firstRetry
        var due: MonotonicTime
    }

    private var source: (any EdgeSource)?
    private let reopening: EdgeReopening
    private let handlers: PressHandlers
    private let watch: FolderWatch
    private var detector: PressDetector
    private var edges: [Edge] = []
    private var retry: Retry?
    /// What was said last of a source that is away, so that the same is said once.
    private var complaint = ""

    init(_ source: any EdgeSource, reopening: EdgeReopening, handlers: PressHandlers) {
        self.source = source
        self.reopening = reopening
        self.handlers = handlers
        watch = FolderWatch(reopening.folders)
        detector = PressDetector(
            levels: [], spike: source.spike, hold: handlers.holdTime, sequence: source.sequence)
    }

    /// Runs until `wake` is signalled; closes the source.
    mutating func run(until wake: WakePipe) {
        begin(at: .now())
        while true {
            let due = [detector.deadline, retry?.due].compactMap { $0 }.min()
            let ready = Readiness(waitingFor: source?.descriptor, watch.descriptor, wake.reading, until: due)
            if ready.isEnd { break }
            // Before the edges are read: all that are older than this are among them.
            let now = MonotonicTime.now()
            let isNews = ready.hasFolderNews && watch.takeNews()
            if source == nil {
                detector.advance(to: now).forEach(handlers.press)
                reopen(atOnce: isNews, at: now)
            } else {
                takeEdges(ready, isNews: isNews, at: now).forEach(handlers.press)
                detector.takeContacts().forEach(handlers.contact)
            }
            if let hold = handlers.hold { detector.takeHolds().forEach(hold) }
        }
        source?.close()
        source = nil
    }

    /// A button that is held from the start was not pressed in the game.
    private mutating func begin(at now: MonotonicTime) {
        guard let source else { return }
        do throws(ButtonsError) {
            let levels = try source.levels()
            detector = PressDetector(
                levels: levels, spike: source.spike, hold: handlers.holdTime, sequence: source.sequence)
            retry = nil
            complaint = ""
            reopening.tell(.ready(source.title))
        } catch {
            lose(error, at: now)
        }
    }

    private mutating func takeEdges(_ ready: Readiness, isNews: Bool, at now: MonotonicTime) -> [Press] {
        guard let source else { return [] }
        var presses: [Press] = []
        do throws(ButtonsError) {
            if ready.hasEdges {
                edges.removeAll(keepingCapacity: true)
                let isLossy = try source.read(into: &edges)
                if edges.isEmpty, ready.isHungUp {
                    throw ButtonsError(.gone, "the device is gone", context: source.title)
                }
                for edge in edges { presses += detector.handle(edge) }
                if isLossy { detector.noteLoss(at: now) }
            }
            presses += detector.advance(to: now)
            if detector.needsLevels {
                let levels = try source.levels()
                presses += detector.resynchronise(levels: levels, at: .now())
            } else if isNews {
                // Kernels before 6.6 do not wake whoever waits for a chip that goes away, but its file goes.
                _ = try source.levels()
            }
        } catch {
            lose(error, at: now)
        }
        return presses
    }

    private mutating func lose(_ error: ButtonsError, at now: MonotonicTime) {
        source?.close()
        source = nil
        detector.forgetHolds()
        retry = Retry(due: now.advanced(by: ButtonsTuning.firstRetry))
        complain("\(error); waiting until it is back")
    }

    private mutating func reopen(atOnce isNews: Bool, at now: MonotonicTime) {
        guard var retry, isNews || now >= retry.due else { return }
        do throws(ButtonsError) {
            source = try reopening.open()
            begin(at: now)
        } catch {
            if !isNews { retry.wait = min(retry.wait * 2, ButtonsTuning.longestRetry) }
            retry.due = now.advanced(by: retry.wait)
            self.retry = retry
            complain("\(error)")
        }
    }

    private mutating func complain(_ text: String) {
        guard text != complaint else { return }
        complaint = text
        reopening.tell(.lost(text))
    }
}

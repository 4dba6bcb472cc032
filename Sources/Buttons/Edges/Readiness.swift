import CGPIO
import Timing

/// What an `EdgeReader`'s thread woke up for.
struct Readiness {
    private let bits: Int32

    /// Waits for edges, for news of a folder, for the end, or for a moment.
    init(waitingFor edges: Int32?, _ folders: Int32, _ end: Int32, until due: MonotonicTime?) {
        let wait = due.map { max(0, MonotonicTime.now().duration(to: $0).nanoseconds) } ?? -1
        let result = cgpio_wait([edges ?? -1, folders, end], 3, wait)
        // Interrupted by a signal: as if time had passed.
        bits = max(0, result)
    }

    var hasEdges: Bool { bits & 1 != 0 }
    var hasFolderNews: Bool { bits & 2 != 0 }
    var isEnd: Bool { bits & 4 != 0 }
    /// The source of edges is hung up or broken.
    var isHungUp: Bool { bits & 0x100 != 0 }
}

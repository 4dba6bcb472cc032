import Discovery
import Synchronization

/// The daemon that boards find their host with.
struct DiscoveryCheck: Check {
    /// What the daemon said first; nil when it said nothing in time.
    let ask: @Sendable () async -> Answer?
    var title: String { "Avahi" }

    enum Answer: Sendable {
        case isThere
        case isNot(reason: String)
    }

    func run() async -> [Finding] {
        switch await ask() {
        case .isThere?: [.ok("the daemon answers: hosts are found by themselves")]
        case .isNot(let reason)?:
            [Finding(.warning, splitting: reason)]
        case nil:
            [
                .warning(
                    "avahi-daemon does not answer",
                    "sudo systemctl restart avahi-daemon; or play without: pulsador player --host HOST:PORT")
            ]
        }
    }

    /// Browses until the daemon has answered, for at most three seconds.
    @Sendable static func browse() async -> Answer? {
        let (answers, continuation) = AsyncStream.makeStream(of: Answer?.self)
        let browser = ServiceBrowser { event in
            switch event {
            case .waitingForDaemon(let reason): continuation.yield(.isNot(reason: reason))
            case .caughtUp, .found: continuation.yield(.isThere)
            case .lost: break
            }
        }
        defer { browser.stop() }
        let patience = Task {
            try? await Task.sleep(for: .seconds(3))
            continuation.yield(nil)
        }
        defer { patience.cancel() }
        for await answer in answers { return answer }
        return nil
    }
}

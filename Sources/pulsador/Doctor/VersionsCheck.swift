import Buttons
import Documents
import WebSocket

/// What is at work here, for whoever is asked for help.
struct VersionsCheck: Check {
    let machine: Machine
    var title: String { "versions" }

    /// The first kernel with everything that is used: its second interface to lines, with bias.
    private static let oldestKernel = (major: 5, minor: 10)

    func run() async -> [Finding] {
        let text =
            "pulsador \(Pulsador.version), libgpiod \(GPIOChip.libraryVersion), libwebsockets "
            + "\(WebSocketLoop.libraryVersion), SQLite \(Database.libraryVersion), Linux \(machine.kernel)"
        guard Kernel.isOlder(machine.kernel, than: Self.oldestKernel) else { return [.ok(text)] }
        return [.warning(text, "update the system: buttons on the pins need Linux 5.10 or newer")]
    }
}

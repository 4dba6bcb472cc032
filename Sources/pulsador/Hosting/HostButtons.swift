import Buttons
import Game
import Projector

/// Four buttons on the host's own board, beside its keyboard: they ask for what its keys ask for.
///
/// | the pin map's word | pressed | held for two seconds |
/// |---|---|---|
/// | `next` | as space; as y while somebody answers aloud | |
/// | `close` | as c | |
/// | `back` | as b, which takes a verdict back too; as n while there is a question, or somebody answers aloud | |
/// | `quit` | | as q; as y while there is a question |
final class HostButtons: Sendable {
    private let panel: any ButtonPanel
    private let keys: [PinMap.HostKey]

    /// Opens what the command line says. `tell` hears of the hardware. Throws `CommandError` or `ButtonsError`.
    init(_ choice: ButtonsChoice, tell: @escaping @Sendable (PanelState) -> Void) throws {
        keys = try choice.hostKeys()
        panel = try choice.open(onGone: {}, tell: tell)
    }

    /// `press` gets what the buttons ask for, on a thread of theirs.
    func start(_ press: @escaping @Sendable (ProjectorKey) -> Void) throws {
        panel.onHold { [keys] held in
            if let key = keys[held.button].whenHeld { press(key) }
        }
        try panel.start { [keys] pressed in
            if let key = keys[pressed.button].whenPressed { press(key) }
        }
    }

    /// What happens in the game, for buttons that play a script.
    func take(_ update: HostUpdate) {
        switch update {
        case .joined: panel.lobbyEntered()
        case .opened(let opened):
            panel.questionOpened(index: opened.index, opening: opened.state.questionStartSeq)
        case .called: panel.called()
        default: break
        }
    }

    func stop() {
        panel.stop()
    }
}

extension PinMap.HostKey {
    var whenPressed: ProjectorKey? {
        switch self {
        case .next: .advance
        case .close: .close
        case .back: .back
        case .quit: nil
        }
    }

    var whenHeld: ProjectorKey? {
        self == .quit ? .quit : nil
    }
}

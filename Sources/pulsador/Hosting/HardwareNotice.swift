import Buttons
import Synchronization

/// What is wrong with the host's buttons, as a line for its screen: kept until there is one.
final class HardwareNotice: Sendable {
    private struct State {
        var trouble: String?
        var isLost = false
        var show: (@Sendable (String?) -> Void)?
    }

    private let state = Mutex(State())

    /// From any thread.
    func take(_ news: PanelState) {
        let (isNews, text, show) = state.withLock { state in
            let before = state.trouble
            switch news {
            // What is limited stays so.
            case .ready: if state.isLost { state.trouble = nil }
            case .lost(let text), .limited(let text): state.trouble = text
            }
            if case .lost = news { state.isLost = true } else { state.isLost = false }
            return (before != state.trouble, state.trouble, state.show)
        }
        if isNews { show?(text) }
    }

    /// From now on `show` gets the line, nil when there is nothing wrong any more; at once if something is wrong now.
    func show(_ show: @escaping @Sendable (String?) -> Void) {
        let trouble = state.withLock { state in
            state.show = show
            return state.trouble
        }
        if let trouble { show(trouble) }
    }
}

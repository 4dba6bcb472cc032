/// What a panel with hardware has to tell a person, besides presses.
package enum PanelState: Hashable, Sendable {
    /// The buttons work; the text says which ones.
    case ready(String)
    /// They went away, and are waited for; the text says why and what to do.
    case lost(String)
    /// They work, but something about them does not; the text says what and what to do.
    case limited(String)

    package var text: String {
        switch self {
        case .ready(let text), .lost(let text), .limited(let text): text
        }
    }
}

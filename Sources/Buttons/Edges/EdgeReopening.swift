/// How a reader gets its source back.
struct EdgeReopening: Sendable {
    /// Folders in which a device's return shows, such as `/dev`.
    let folders: [String]
    /// Opens the source anew; called on the reader's thread.
    let open: @Sendable () throws(ButtonsError) -> any EdgeSource
    /// Hears of what happens to the source.
    let tell: @Sendable (PanelState) -> Void
}

/// Who hears of what the buttons do.
struct PressHandlers: Sendable {
    /// As `ButtonPanel.onContact`.
    var contact: @Sendable (Press) -> Void = { _ in }
    /// As `ButtonPanel.onHold`; nil when nobody asks, which spares the waking.
    var hold: (@Sendable (Press) -> Void)?
    var press: @Sendable (Press) -> Void = { _ in }

    /// What a detector needs to know of them.
    var holdTime: Duration? { hold == nil ? nil : ButtonsTuning.hold }
}

/// Four buttons with lamps, wherever they are.
///
/// All methods may be called from any thread.
package protocol ButtonPanel: AnyObject, Sendable {
    /// Begins to report presses. `handler` is called on a thread of the panel's, one call at a time, and should be quick:
    /// edges that come meanwhile wait, with their times, in the kernel's buffer. A panel starts once; throws `ButtonsError`.
    func start(_ handler: @escaping @Sendable (Press) -> Void) throws

    /// Before `start`: lets `handler` know of a contact that is not certain to be a press yet, so that what a press needs
    /// can be made ready while it holds. Not every panel tells; it runs on the panel's thread and must take far less than
    /// a millisecond.
    func onContact(_ handler: @escaping @Sendable (Press) -> Void)

    /// Before `start`: lets `handler` know of a press whose button is still down after two seconds, with the time of the
    /// press, which was reported as every press. A terminal does not tell how long a key is held; it runs on the panel's
    /// thread.
    func onHold(_ handler: @escaping @Sendable (Press) -> Void)

    /// Stops for good. After it has returned no handler runs any more, unless it is the handler that called it.
    /// Idempotent.
    func stop()

    /// Shows a pattern until the next one. Must never delay a press.
    func show(_ pattern: LampPattern)

    /// Sounds once, instead of what sounds now. Must never delay a press.
    func beep(_ beep: Beep)

    /// The board is in a game and waits for its start: for panels that play a script.
    func lobbyEntered()

    /// The board has seen the question with this index, from 0, open: for panels that play a script. `opening` counts the
    /// openings in the game, since a question may be asked again; told again of the same one, it changes nothing.
    func questionOpened(index: Int, opening: Int)

    /// Somebody was first at a buzz question and answers aloud: on a board this one, on the host anybody. For panels that play
    /// a script.
    func called()
}

extension ButtonPanel {
    package func onContact(_ handler: @escaping @Sendable (Press) -> Void) {}
    package func onHold(_ handler: @escaping @Sendable (Press) -> Void) {}
    package func show(_ pattern: LampPattern) {}
    package func beep(_ beep: Beep) {}
    package func lobbyEntered() {}
    package func questionOpened(index: Int, opening: Int) {}
    package func called() {}
}

/// What a person at the host's keyboard asks for.
package enum ProjectorKey: Sendable, Equatable {
    /// Space, Enter, the right arrow or Page Down (what a presenter's remote sends): start, next.
    case advance
    /// `b`, Backspace, the left arrow or Page Up (a remote's other key): from the leaderboard back to the answer, from
    /// a verdict to before it.
    case back
    /// `c`: close the open question now.
    case close
    /// `q`, Ctrl-C, or the end of the input. The last comes once, and nothing after it.
    case quit
    /// `y` or `n`, while a question put by `Projector.ask` is shown.
    case confirm(Bool)
    /// `y` or `r`, `n` or `w`, while somebody answers a buzz question aloud: right, or wrong. So
    /// do then the keys of a remote: the right arrow and Page Down, the left arrow and Page Up.
    case verdict(Bool)
    /// `u`: take the last verdict back.
    case undo
    /// `1` to `4`.
    case digit(Int)
    /// The window has another size. The projector has drawn the scene again by itself.
    case resize
}

/// A colour by its part in the picture; the surface decides what a terminal can make of it.
enum Ink: Sendable, Hashable, CaseIterable {
    /// The terminal's own.
    case plain
    case white
    case black
    /// Behind what does not count: without colours it is not drawn at all.
    case grey
    case red
    case blue
    case yellow
    case green
    /// Behind white text: headers, bars under text.
    case purple
    /// Without text on it: big letters, the countdown. Stands out from a dark ground and from a light one.
    case violet
}

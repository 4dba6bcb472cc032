/// One sort of scene, drawn.
protocol Screen {
    /// The keys that do something now, in the order to show.
    var keys: [KeyHint] { get }

    /// Draws into `area`, which is clear, and nowhere else.
    func draw(on canvas: inout Canvas, in area: Rectangle)
}

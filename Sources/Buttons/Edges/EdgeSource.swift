/// Opened lines or keys, as a stream of edges.
///
/// It is opened by one thread and then handed to the `EdgeReader`'s, never used by two at once.
protocol EdgeSource: AnyObject, Sendable {
    /// Readable when there are edges, and when the device is gone.
    var descriptor: Int32 { get }
    /// What it is, for a person: `gpiochip0 "pinctrl-rp1", lines 5, 6, 13, 19`.
    var title: String { get }
    /// An active pulse shorter than this is interference; zero for contacts that the device debounces itself.
    var spike: Duration { get }
    /// The number of the edge before the first one; `nil` when edges have no numbers.
    var sequence: UInt64? { get }

    /// Appends the edges that wait, without blocking. Returns whether some after them are missing. Throws
    /// `ButtonsError`, `.gone` when the device is not there any more.
    func read(into edges: inout [Edge]) throws(ButtonsError) -> Bool

    /// Which buttons are pressed now. Throws as `read`.
    func levels() throws(ButtonsError) -> [Bool]

    /// Gives the lines back. Idempotent; nothing else may be called afterwards.
    func close()
}

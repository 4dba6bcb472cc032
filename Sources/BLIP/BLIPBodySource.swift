/// Where a large outgoing body comes from. A connection keeps its source until it ends or fails, and calls it only from
/// inside `nextFrame()`.
package protocol BLIPBodySource {
    /// The next bytes of the body, at least 1 and about `maxBytes` (> 0) of them; empty at the end of the body, after
    /// which it is not asked again.
    ///
    /// If it throws before the first frame of a reply went out, the peer gets an error reply (`BLIP`/501); otherwise the
    /// connection ends.
    func next(maxBytes: Int) throws -> [UInt8]
}

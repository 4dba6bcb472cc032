/// The body of an outgoing message.
package enum BLIPBody {
    /// All of it.
    case bytes([UInt8])
    /// Pulled piece by piece when frames are made, so that a large one is never in memory as a whole.
    case stream(any BLIPBodySource)
}

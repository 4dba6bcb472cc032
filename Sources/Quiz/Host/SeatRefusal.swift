/// Why a player gets no seat.
package enum SeatRefusal: String, Hashable, Sendable, Codable {
    /// All seats are taken.
    case roomFull
    /// The game is over.
    case gameFinished
}

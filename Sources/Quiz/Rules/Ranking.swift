/// The order of the players.
package enum Ranking {
    /// Ranks by points; equal points share a rank and the next one skips (1, 1, 3). Inside a shared rank: more right
    /// answers first, then by name, then by id, so the order is the same every time.
    package static func standings(_ seats: [Seat]) -> [Standing] {
        let sorted = seats.sorted { left, right in
            if left.points != right.points { return left.points > right.points }
            if left.correct != right.correct { return left.correct > right.correct }
            if left.name != right.name { return left.name < right.name }
            return left.player < right.player
        }
        var rank = 0
        var lastPoints: Int?
        return sorted.enumerated().map { position, seat in
            if seat.points != lastPoints { rank = position + 1 }
            lastPoints = seat.points
            return Standing(
                player: seat.player, name: seat.name, points: seat.points, correct: seat.correct, rank: rank)
        }
    }
}

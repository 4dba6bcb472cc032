/// One player's line in a ranking.
package struct StandingsRow: Sendable, Equatable {
    /// From 1; players with equal points may share one.
    package var rank: Int
    package var name: String
    package var points: Int
    /// Points won by the last question; 0 shows nothing.
    package var delta: Int

    package init(rank: Int, name: String, points: Int, delta: Int = 0) {
        self.rank = rank
        self.name = name
        self.points = points
        self.delta = delta
    }
}

extension HostGame {
    /// Seats a player, or renames one. A name with nothing visible in it becomes "Player" and the seat's number.
    mutating func seat(_ player: PlayerID, name: String) -> [HostAction] {
        let known = seats.firstIndex { $0.player == player }
        if stage == .finished { return known == nil ? [.seatRefused(player, .gameFinished)] : [] }
        let before = scores
        let name = DisplayName.sanitised(name) ?? "Player \((known ?? seats.count) + 1)"
        if let known {
            guard seats[known].name != name else { return [] }
            seats[known].name = name
        } else {
            guard seats.count < settings.seatLimit else { return [.seatRefused(player, .roomFull)] }
            seats.append(Seat(player: player, name: name))
        }
        return [
            .seated(player, name: name, isNew: known == nil),
            .publishStandings(scores: changedScores(since: before), leaderboard),
        ]
    }
}

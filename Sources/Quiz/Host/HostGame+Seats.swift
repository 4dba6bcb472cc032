extension HostGame {
    /// Seats a player, renames one, or ticks its buttons off. A name with nothing visible in it becomes "Player" and the
    /// seat's number.
    mutating func seat(_ player: PlayerID, name: String, buttons: [Int]?) -> [HostAction] {
        let known = seats.firstIndex { $0.player == player }
        if stage == .finished { return known == nil ? [.seatRefused(player, .gameFinished)] : [] }
        let name = distinct(
            DisplayName.sanitised(name) ?? "Player \((known ?? seats.count) + 1)",
            from: seats.indices.filter { $0 != known })
        let before = scores
        var actions: [HostAction] = []
        if let known {
            if seats[known].name != name {
                seats[known].name = name
                actions.append(.seated(player, name: name, isNew: false))
            }
        } else {
            guard seats.count < settings.seatLimit else { return [.seatRefused(player, .roomFull)] }
            seats.append(Seat(player: player, name: name))
            actions.append(.seated(player, name: name, isNew: true))
        }
        if !actions.isEmpty {
            actions.append(.publishStandings(scores: changedScores(since: before), leaderboard))
        }
        return actions + tick(buttons, at: known ?? seats.count - 1)
    }

    /// The name with a number behind it if somebody else has it: a room must know who is meant.
    private func distinct(_ name: String, from others: [Int]) -> String {
        let taken = Set(others.map { seats[$0].name.lowercased() })
        guard taken.contains(name.lowercased()) else { return name }
        let number = (2...(others.count + 2)).first { !taken.contains("\(name) (\($0))".lowercased()) } ?? 2
        return "\(name) (\(number))"
    }

    /// Ticks off what was pressed; what is ticked off stays so, and after the lobby nothing is any more.
    private mutating func tick(_ buttons: [Int]?, at index: Int) -> [HostAction] {
        guard let buttons, stage == .lobby else { return [] }
        let known = Set(seats[index].buttonsSeen ?? [])
        let new = Set(buttons).filter((0..<QuizLimits.buttons).contains).subtracting(known)
        seats[index].buttonsSeen = known.union(new).sorted()
        return new.sorted().map { .buttonSeen(seats[index].player, $0) }
    }
}

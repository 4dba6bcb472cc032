import Game
import Quiz
import Timing

extension GameSimulation {
    func planMishap() {
        guard let pace = scenario.mishaps, now < Self.heals else { return }
        agenda.plan(.mishap, at: now.advanced(by: dice.milliseconds(pace)))
    }

    func mishap() {
        planMishap()
        let board = dice.below(boards.count)
        switch dice.below(12) {
        case 0..<5: disconnect(board)
        case 5..<7: fall(board, boots: false)
        case 7: fall(board, boots: true)
        case 8..<10: suspend(board)
        default: hostFalls(boots: dice.chance(30))
        }
    }

    /// A board's process dies, or its machine; what it has saved stays.
    private func fall(_ number: Int, boots: Bool) {
        guard boards[number].isUp else { return }
        note("\(boards[number].player) \(boots ? "boots" : "dies")")
        boards[number].isUp = false
        disconnect(number)
        if boots { boards[number].clock.boot(at: now) }
        boards[number].sync = ClockSync()
        agenda.plan(.boardUp(number), at: now.advanced(by: dice.milliseconds(500...8_000)))
    }

    /// A board sleeps, and its clock with it.
    private func suspend(_ number: Int) {
        guard boards[number].isUp else { return }
        let duration = dice.milliseconds(200...20_000)
        note("\(boards[number].player) sleeps for \(duration)")
        boards[number].isUp = false
        disconnect(number)
        boards[number].clock.suspended(for: duration)
        agenda.plan(.boardUp(number), at: now.advanced(by: duration))
    }

    func boardComesUp(_ number: Int) {
        guard !boards[number].isUp else { return }
        boards[number].isUp = true
        // Whether it slept or died: what it knows is what it has stored, and is told once more.
        var game = PlayerGame(player: boards[number].player)
        if boards[number].game.game != nil {
            _ = game.handle(.gameSeen(host.id, host.gameDocument))
            for answer in boards[number].answers { _ = game.handle(.ownAnswer(answer)) }
        }
        boards[number].game = game
        connect(number)
    }

    private func hostFalls(boots: Bool) {
        guard isHostUp else { return }
        note("the host \(boots ? "boots" : "dies")")
        for board in boards.indices { disconnect(board) }
        isHostUp = false
        if boots { hostClock.boot(at: now) }
        for board in boards.indices { boards[board].meter = LinkMeter() }
        agenda.plan(.hostUp, at: now.advanced(by: dice.milliseconds(300...4_000)))
    }

    func hostComesUp() {
        guard !isHostUp else { return }
        isHostUp = true
        plannedTick = nil
        do {
            let (game, actions) = try HostGame.resume(
                snapshot, cards: host.cards, rulings: rulings, bootID: "boot-\(hostClock.boots)", at: hostNow)
            host = game
            note("the host is up: \(host.stage)")
            apply(actions, allowance: nil)
        } catch {
            return find("the host does not resume: \(error)")
        }
        for board in boards.indices where !boards[board].isConnected {
            agenda.plan(.absent(board, connection: boards[board].connection), at: now.advanced(by: .seconds(10)))
        }
        agenda.plan(.goOn, at: now.advanced(by: .seconds(1)))
    }
}

import Game
import Quiz
import Replication
import Timing

extension GameSimulation {
    func boardTakes(_ message: Message, _ number: Int) {
        switch message {
        case .game(let document): boardHandles(.gameSeen(host.id, document), number)
        case .question(let id, let question): boardHandles(.question(id, question), number)
        case .state(let state):
            boardHandles(.questionState(state), number)
            if state.phase == .closed, let question = state.currentQuestionId {
                send(.hasClose(question), number, toHost: true)
            }
        case .result(let result): boardHandles(.result(result), number)
        case .resultWithdrawn(let question): boardHandles(.resultWithdrawn(question), number)
        case .leaderboard(let leaderboard): boardHandles(.leaderboard(leaderboard), number)
        case .hasAnswer(let question): boards[number].unconfirmed.removeAll { $0.questionId == question }
        case .ask(let asked): tellTime(asked, number)
        case .tell(let asked, let received, let answered, let epoch):
            boards[number].isAskingHost = false
            let exchange = ClockExchange(
                asked: asked, received: received, answered: answered, heard: boards[number].edge(at: now), epoch: epoch)
            boards[number].sync.take(exchange, epoch: boards[number].clock.epoch)
        case .join, .answer, .hasClose: break
        }
    }

    private func tellTime(_ asked: MonotonicTime, _ number: Int) {
        let board = boards[number]
        let held: Duration =
            if case .holdsBack(let held) = board.scenario.honesty { held } else { .microseconds(dice.below(3_000)) }
        send(
            .tell(
                asked: asked, received: board.edge(at: now), answered: board.edge(at: now.advanced(by: held)),
                epoch: board.clock.epoch),
            number, toHost: true, held: held)
    }

    private func boardHandles(_ event: PlayerEvent, _ number: Int) {
        for action in boards[number].game.handle(event) {
            switch action {
            case .join: send(.join, number, toHost: true)
            case .saveAnswer(let answer): save(answer, number)
            case .lamps, .tellButton: break
            }
        }
    }

    private func save(_ answer: Answer, _ number: Int) {
        boards[number].answers.append(answer)
        for copy in 0..<boards[number].scenario.copies {
            var answer = answer
            if copy > 0 { answer.selectedChoiceIndex = dice.draw(-1...4) }
            boards[number].unconfirmed.append(answer)
            send(.answer(answer), number, toHost: true)
        }
    }

    func press(_ number: Int, _ button: Int, at finger: MonotonicTime) {
        guard boards[number].isUp else { return }
        let edge = boards[number].edge(at: finger)
        let claim = boards[number].claim(edge)
        let before = boards[number].answers.count
        boardHandles(.press(button: button, edge: edge, claim: claim), number)
        guard boards[number].answers.count > before, let answer = boards[number].answers.last else { return }
        note(
            "\(boards[number].player) pressed \(button) at \(finger.nanoseconds), claims \(claim.map { "\($0)" } ?? "nothing")"
        )
        ledger.fingers[.init(answer.questionId, boards[number].player)] = finger
    }

    // MARK: Connections

    func connect(_ number: Int) {
        guard boards[number].isUp, !boards[number].isConnected else { return }
        guard isHostUp else {
            return agenda.plan(.connect(number), at: now.advanced(by: dice.milliseconds(250...2_000)))
        }
        boards[number].connection += 1
        boards[number].isConnected = true
        boards[number].lastUp = now
        boards[number].lastDown = now
        boards[number].isAskingHost = false
        boards[number].isAsked = false
        boards[number].asked = 0
        note("\(boards[number].player) connects")
        let connection = boards[number].connection
        boards[number].sync.meet(hostClock.epoch)
        boards[number].meter.take(.ready(epoch: boards[number].clock.epoch), epoch: hostClock.epoch)
        boardHandles(.connectionUp, number)
        if boards[number].game.game != nil { send(.join, number, toHost: true) }
        // Given in the order in which they were written, before anything that is said later.
        for answer in boards[number].unconfirmed { send(.answer(answer), number, toHost: true) }
        sendEverything(to: number)
        agenda.plan(.askHost(number, connection: connection), at: now)
        agenda.plan(.askBoard(number, connection: connection), at: now)
    }

    func disconnect(_ number: Int) {
        guard boards[number].isConnected else { return }
        note("\(boards[number].player) is cut off")
        boards[number].isConnected = false
        boards[number].connection += 1
        boards[number].meter.disconnected()
        agenda.plan(.absent(number, connection: boards[number].connection), at: now.advanced(by: .seconds(3)))
        if boards[number].isUp {
            boardHandles(.connectionDown, number)
            agenda.plan(.connect(number), at: now.advanced(by: dice.milliseconds(250...5_000)))
        }
    }

    func askHost(_ number: Int, _ connection: Int) {
        guard boards[number].connection == connection, boards[number].isUp, boards[number].isConnected else { return }
        boards[number].asked += 1
        if !boards[number].isAskingHost {
            boards[number].isAskingHost = true
            send(.ask(boards[number].edge(at: now)), number, toHost: true)
        }
        agenda.plan(.askHost(number, connection: connection), at: now.advanced(by: pace(boards[number].asked)))
    }
}

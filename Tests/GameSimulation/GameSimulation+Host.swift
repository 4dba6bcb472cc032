import Game
import Quiz
import Replication
import Timing

extension GameSimulation {
    var hostNow: MonotonicTime { hostClock.reading(at: now) }

    func hostTakes(_ message: Message, from number: Int) {
        let player = boards[number].player
        switch message {
        case .join:
            hostHandles(.connectionUp(player, at: hostNow))
            hostHandles(.seat(player, name: player.text, at: hostNow))
            sendEverything(to: number)
        case .answer(let answer):
            let allowance = Ruling.allowance(
                measuredDelay: boards[number].meter.longestDelay(at: hostNow), isPaired: scenario.isPaired)
            sequence += 1
            hostHandles(
                .answer(AnswerArrival(answer, arrivedAt: hostNow, sequence: sequence, allowance: allowance)))
            send(.hasAnswer(answer.questionId), number, toHost: false)
        case .hasClose(let question): hostHandles(.acknowledgedClose(player, question: question, at: hostNow))
        case .ask(let asked):
            let held = Duration.microseconds(dice.below(2_000))
            let answered = hostClock.reading(at: now.advanced(by: held))
            send(
                .tell(asked: asked, received: hostNow, answered: answered, epoch: hostClock.epoch), number,
                toHost: false, held: held)
        case .tell(let asked, let received, let answered, let epoch):
            boards[number].isAsked = false
            let exchange = ClockExchange(
                asked: asked, received: received, answered: answered, heard: hostNow, epoch: epoch)
            boards[number].meter.take(.answered(exchange), epoch: hostClock.epoch)
            if host.isGathering { hostHandles(.gathered(player, asked: asked, at: hostNow)) }
        case .game, .question, .state, .result, .resultWithdrawn, .leaderboard, .hasAnswer: break
        }
    }

    /// Lets the host's rules take an event, keeps what they say on its disk, and tells the boards.
    func hostHandles(_ event: HostEvent) {
        let actions = host.handle(event)
        let allowance: Duration? = if case .answer(let arrival) = event { arrival.allowance } else { nil }
        apply(actions, allowance: allowance)
    }

    func apply(_ actions: [HostAction], allowance: Duration?) {
        for action in actions {
            switch action {
            case .publishGame(let document): broadcast(.game(document), seatedOnly: false)
            case .publishState(let state): broadcast(.state(state))
            case .publishStandings(_, let leaderboard): broadcast(.leaderboard(leaderboard))
            case .openQuestion(let opened): open(opened)
            case .recordRuling(let ruled):
                note("rules \(ruled.result)")
                rulings.append(ruled)
                check(ruled, allowance: allowance)
            case .recordLate(let ruled):
                note("late \(ruled.result)")
                check(ruled, allowance: allowance)
            case .close(let state):
                note("closes \(state.currentQuestionIndex)")
                ledger.closes[state.currentQuestionId] = state.closeAtHostUptimeNs
                broadcast(.state(state))
            case .gather:
                note("gathers")
                ledger.gathering = hostNow.nanoseconds
            case .call(let state, let buzz):
                note("calls \(buzz.places.first.map { "\($0.player)" } ?? "nobody")")
                checkCall(buzz)
                ledger.closes[state.currentQuestionId] = state.closeAtHostUptimeNs
                broadcast(.state(state))
                agenda.plan(.goOn, at: now.advanced(by: dice.milliseconds(500...8_000)))
            case .passOn(let reveal):
                note("passes \(reveal.id) on")
                ledger.openings.append(reveal)
                publish(reveal)
                planUndo()
            case .undoVerdict(let undone): takeBack(undone)
            case .reveal(let reveal): show(reveal)
            case .voidAnswers(let question):
                note("voids \(question)")
                rulings.removeAll { $0.result.questionId == question }
                ledger.void(question)
            case .rejected(let arrival, let why):
                note("rejects \(arrival.player): \(why)")
                ledger.rejected.insert(.init(arrival.question, arrival.player))
            case .seated, .buttonSeen, .seatRefused, .finished: break
            }
        }
        snapshot = host.snapshot
        planTick()
    }

    private func open(_ opened: OpenedQuestion) {
        note("opens \(opened.id)")
        ledger.gathering = nil
        if ledger.starts[opened.id] != nil { find("\(opened.id) is opened twice") }
        ledger.starts[opened.id] = opened.state.questionStartHostUptimeNs
        broadcast(.question(opened.id, opened.question))
        broadcast(.state(opened.state))
        // Everybody sees the projector; some think for too long.
        let limit = opened.question.timeLimitSeconds * 1_000
        for board in boards.indices where dice.chance(90) {
            let finger = now.advanced(by: dice.milliseconds(dice.chance(5) ? 0...50 : 150...(limit + 500)))
            agenda.plan(
                .press(board, button: dice.below(4), at: finger), at: finger.advanced(by: .milliseconds(1)))
        }
    }

    private func show(_ reveal: Reveal) {
        note("reveals \(reveal.index)")
        ledger.reveals.append(reveal)
        publish(reveal)
        broadcast(.question(reveal.id, reveal.question))
        broadcast(.state(reveal.state))
        agenda.plan(.goOn, at: now.advanced(by: dice.milliseconds(100...3_000)))
        if host.canUndoVerdict { planUndo() }
    }

    /// Somebody may have pressed the wrong key.
    private func planUndo() {
        guard dice.chance(30) else { return }
        agenda.plan(.undo, at: now.advanced(by: dice.milliseconds(0...2_000)))
    }

    private func takeBack(_ undone: UndoneVerdict) {
        note("takes the verdict on \(undone.player) back")
        checkUndone(undone)
        ledger.openings.removeAll { $0.id == undone.id }
        ledger.reveals.removeAll { $0.id == undone.id }
        for ruled in undone.rulings {
            guard let board = boards.firstIndex(where: { $0.player == ruled.result.playerId }) else { continue }
            send(.resultWithdrawn(undone.id), board, toHost: false)
        }
        broadcast(.leaderboard(undone.leaderboard))
        broadcast(.state(undone.state))
        agenda.plan(.goOn, at: now.advanced(by: dice.milliseconds(500...8_000)))
    }

    private func publish(_ reveal: Reveal) {
        checkOrder(reveal)
        if let buzz = reveal.buzz { checkVerdict(reveal, buzz) }
        for result in reveal.results {
            guard let board = boards.firstIndex(where: { $0.player == result.playerId }) else { continue }
            send(.result(result), board, toHost: false)
        }
        broadcast(.leaderboard(reveal.leaderboard))
    }

    func goOn() {
        guard isHostUp else { return }
        switch host.stage {
        case .lobby where host.seats.isEmpty: agenda.plan(.goOn, at: now.advanced(by: .seconds(1)))
        case .lobby: hostHandles(.start(at: hostNow))
        case .closed: hostHandles(.next(at: hostNow))
        case .answering: hostHandles(.verdict(isRight: dice.chance(40), at: hostNow))
        case .asking, .closing, .finished: break
        }
    }

    func planTick() {
        guard let deadline = host.deadline else { return }
        let time = max(now, hostClock.time(of: deadline))
        guard plannedTick != time else { return }
        plannedTick = time
        agenda.plan(.hostTick, at: time)
    }

    func askBoard(_ number: Int, _ connection: Int) {
        guard boards[number].connection == connection, isHostUp, boards[number].isConnected else { return }
        if !boards[number].isAsked {
            boards[number].isAsked = true
            boards[number].meter.take(.asked(hostNow), epoch: hostClock.epoch)
            send(.ask(hostNow), number, toHost: false)
        }
        let pace = host.isBuzzOpen ? .milliseconds(100) : pace(boards[number].asked)
        agenda.plan(.askBoard(number, connection: connection), at: now.advanced(by: pace))
    }

    /// Time to the next question after so many.
    func pace(_ asked: Int) -> Duration {
        if asked <= 5 { return .milliseconds(100) }
        return host.stage == .lobby ? .seconds(5) : .seconds(1)
    }

    private func isSeated(_ number: Int) -> Bool { host.seats.contains { $0.player == boards[number].player } }

    private func broadcast(_ message: Message, seatedOnly: Bool = true) {
        for board in boards.indices where !seatedOnly || isSeated(board) { send(message, board, toHost: false) }
    }

    /// What replication brings to a board that has been away.
    func sendEverything(to number: Int) {
        send(.game(host.gameDocument), number, toHost: false)
        guard isSeated(number) else { return }
        let state = host.questionState
        if let id = state.currentQuestionId, host.cards.indices.contains(state.currentQuestionIndex) {
            let isOver = state.isRevealed == true
            let card = host.cards[state.currentQuestionIndex]
            send(
                .question(id, card.document(for: host.id, index: state.currentQuestionIndex, revealed: isOver)), number,
                toHost: false)
        }
        send(.state(state), number, toHost: false)
        send(.leaderboard(host.leaderboard), number, toHost: false)
    }
}

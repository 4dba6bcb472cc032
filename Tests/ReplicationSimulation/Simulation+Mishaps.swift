import Documents
import Replication

extension Simulation {
    func meet(_ mishap: Scenario.Mishap) throws {
        let peer = dice.chance(35) ? hub : dice.pick(replicators).board
        guard peer.isUp else { return }
        switch mishap {
        case .cut:
            let open = network.links.filter { $0.close == nil }
            if !open.isEmpty { cut(dice.pick(open)) }
        case .kill:
            note("\(peer.name) is killed")
            try end(peer) { try peer.kill() }
        case .restart:
            note("\(peer.name) is restarted")
            try end(peer) { keep(try peer.stop(), of: peer) }
        case .powerCut: try expectPowerCut(peer)
        case .rollBack:
            guard let copies = copies[peer.name], !copies.isEmpty else { return keep(try peer.copy(), of: peer) }
            note("\(peer.name) goes back to an earlier copy")
            try end(peer, loses: true) { try peer.goDown(to: dice.pick(copies)) }
        case .wipe:
            // Not too often, or there is nothing left to lose.
            guard dice.chance(30) else { return }
            note("\(peer.name) is wiped")
            try end(peer, loses: true) { try peer.goDownWithNothing() }
        case .copy: keep(try peer.copy(), of: peer)
        case .diskFailure:
            let count = dice.draw(1...4)
            note("the next \(count) commits of \(peer.name) fail")
            peer.disk.fail(count)
        }
    }

    private func keep(_ copy: VirtualPeer.Copy, of peer: VirtualPeer) {
        note("\(peer.name) is copied")
        copies[peer.name, default: []].append(copy)
    }

    private func cut(_ link: LoopbackLink) {
        let late = dice.pick([nil, LoopbackLink.End.active, .passive])
        note("link \(link.id) is cut\(late.map { ", \($0) notices late" } ?? "")")
        link.cut(late: late, after: dice.milliseconds(0...9_000))
    }

    private func expectPowerCut(_ peer: VirtualPeer) throws {
        guard !peer.disk.isArmed else { return }
        let luck = dice.fork()
        let percent = dice.pick([0, 30, 80])
        try peer.expectPowerCut { luck.chance(percent) }
        let wait = dice.milliseconds(0...3_000)
        note("\(peer.name) will lose its power in \(wait)")
        network.after(wait) { [unowned self, unowned peer] in
            guard peer.isUp, peer.disk.isArmed, !isHealed else { return }
            note("\(peer.name) loses its power")
            do { try end(peer, loses: true) { try peer.losePower() } } catch { find("unexpected error: \(error)") }
        }
    }

    /// Ends a process as `how` says, and starts it again after a while.
    private func end(_ peer: VirtualPeer, loses: Bool = false, _ how: () throws -> Void) throws {
        // What it committed last is part of what it held.
        _ = peer.work()
        replicator(of: peer)?.stop()
        for link in network.links where link.close == nil && (link.active === peer || link.passive === peer) {
            // The other end may notice only when nothing answers.
            let other: LoopbackLink.End = link.active === peer ? .passive : .active
            let isLate = dice.chance(40)
            link.cut(late: isLate ? other : nil, after: dice.milliseconds(0...9_000))
        }
        try how()
        stored[peer.name] = [:]
        if loses { forgetful.insert(peer.name) }
        network.after(dice.milliseconds(100...3_000)) { [unowned self, unowned peer] in
            guard !peer.isUp else { return }
            do { try startAgain(peer) } catch { find("\(peer.name) does not start: \(error)") }
        }
    }

    /// What a session says, and whether it should.
    func reported(_ board: VirtualPeer, _ end: LoopbackLink.End, _ report: Session.Report) {
        switch report {
        case .idle, .busy, .finished, .clock: note("\(board.name) \(end): \(report)")
        case .failed(let error):
            note("\(board.name) \(end) fails: \(error)")
            if !error.isTransient { find("the \(end) session of \(board.name) failed: \(error)") }
        case .documentError(let collection, let id, let isPush, let error):
            note("\(board.name) \(end): \(collection)/\(id) \(isPush ? "pushed" : "pulled"): \(error)")
            let isRefusal = scenario.hasRules && error.code == 403
            let isRace = error.domain == "LiteCore" && error.code == 8
            if !isRefusal, !isRace, !error.isTransient {
                find("\(board.name) \(end): \(collection)/\(id): \(error)")
            }
        }
    }
}

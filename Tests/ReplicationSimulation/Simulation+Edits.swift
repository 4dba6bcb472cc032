import Documents

extension Simulation {
    /// One edit, or several in one commit, by whoever is up.
    func editSomewhere() throws {
        let peers = network.peers.filter(\.isUp)
        guard !peers.isEmpty else { return }
        let peer = dice.pick(peers)
        do {
            guard dice.chance(15) else { return try edit(peer) }
            try peer.database.transaction(dice.chance(50) ? .normal : .full) {
                for _ in 0..<dice.draw(2...12) { try edit(peer) }
            }
        } catch let error as DocumentsError where error.code == .diskFull {
            note("\(peer.name) has no room")
        }
    }

    func edit(_ peer: VirtualPeer) throws {
        let collections = replicator(of: peer)?.plan.collections ?? scenario.collections
        let key = DocumentKey(collection: dice.pick(collections), id: chooseID(peer))
        let collection = try peer.database.collection(key.collection)
        if dice.chance(scenario.deletePercent) {
            if try collection.delete(key.id) { disobey(peer, key, isBad: false) }
            ledger.deleted.insert(key)
        } else {
            let isBad = scenario.hasRules && peer !== hub && dice.chance(4)
            try collection.save(key.id, try properties(for: key, in: collection, peer, isBad: isBad))
            disobey(peer, key, isBad: isBad)
        }
        guard let record = try collection.record(key.id) else { return }
        note("\(peer.name) edits \(key): \(record.vector)\(record.isDeleted ? " deleted" : "")")
    }

    private func chooseID(_ peer: VirtualPeer) -> String {
        let board = peer === hub ? dice.pick(replicators).board.name : peer.name
        switch dice.below(20) {
        case 0 where scenario.hasRules && (peer === hub || dice.chance(20)): return "fixed-\(dice.below(3))"
        case 1..<4 where scenario.hasRules: return "secret-\(board)-\(dice.below(3))"
        case 4..<9: return "own-\(peer.name)-\(dice.below(20))"
        default: return "shared-\(dice.below(scenario.sharedDocuments))"
        }
    }

    private func properties(
        for key: DocumentKey, in collection: Documents.Collection, _ peer: VirtualPeer, isBad: Bool
    ) throws -> [String: JSON] {
        nextToken += 1
        var tokens = [Int64(nextToken)]
        if scenario.merges, let document = try collection.document(key.id) {
            tokens = Set(Self.tokens(try JSON(parsing: document.body)) + tokens).sorted()
        }
        var fields: [String: JSON] = ["tokens": .array(tokens.map { .integer($0) })]
        if dice.chance(10) { fields["text"] = .string(String(repeating: "x", count: dice.draw(1...2_000))) }
        if isBad { fields["bad"] = true }
        if dice.chance(scenario.attachmentPercent) {
            // Few different ones, so that several documents share one.
            let contents = Array(repeating: UInt8(dice.below(12)), count: 1 + 400 * dice.below(40))
            let digest = try peer.database.blobs.add(contents)
            fields["file"] = Blob(digest: digest, length: Int64(contents.count)).json
        }
        return fields
    }

    private func disobey(_ peer: VirtualPeer, _ key: DocumentKey, isBad: Bool) {
        guard scenario.hasRules, peer !== hub else { return }
        if isBad || !Self.mayPush(peer.name, key.id) { disobedient.insert(.init(board: peer.name, key: key)) }
    }

    /// Checks what a commit left against everything that was ever written.
    func saw(_ changes: [DocumentChange], at peer: VirtualPeer) {
        for change in changes {
            note("\(peer.name) has \(change.collection)/\(change.id): \(change.vector) from \(change.origin)")
            let key = DocumentKey(collection: change.collection, id: change.id)
            if stored[peer.name, default: [:]].updateValue(change.vector, forKey: key) == change.vector {
                find("\(peer.name) stores \(key) \(change.vector) twice")
            }
            do {
                let record = try peer.database.existingCollection(change.collection)?.record(change.id)
                guard let record, record.vector.current == change.version else { continue }
                let entry = Ledger.Entry(isDeleted: record.isDeleted, body: record.body)
                if let other = ledger.note(change.version, of: key, entry) {
                    find("\(key) \(change.version) is \(entry) at \(peer.name) and was \(other)")
                }
            } catch {
                find("\(peer.name) cannot read \(key): \(error)")
            }
        }
    }
}

extension Ledger.Entry: CustomStringConvertible {
    var description: String { isDeleted ? "deleted" : String(decoding: body.prefix(80), as: UTF8.self) }
}

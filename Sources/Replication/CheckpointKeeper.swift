import BLIP
import Documents
import FoundationEssentials
import Timing

/// Keeps one collection's checkpoint on both sides in step, for the active peer.
final class CheckpointKeeper {
    /// What both sides bore out at the start.
    let agreed: Checkpoint
    /// Whether the peer remembers us. One that does not was wiped or is new, and has none of the versions we
    /// remember it to have.
    let peerKnowsUs: Bool
    private unowned let session: Session
    private unowned let sync: CollectionSync
    private let id: String
    private var revision: String
    private var saved: Checkpoint
    private var history: CheckpointHistory
    private var isSaving = false
    private var nextSave: MonotonicTime

    /// `theirs` is the peer's answer to `getCollections`: an object, empty when it has no checkpoint.
    init(session: Session, sync: CollectionSync, id: String, theirs: JSON) throws {
        self.session = session
        self.sync = sync
        self.id = id
        revision = theirs["rev"]?.string ?? ""
        history = try session.database.metadata(Self.key(id)).map(CheckpointHistory.init) ?? CheckpointHistory()
        let mine = theirs["name"]?.string.flatMap { [history] in history[$0] }
        peerKnowsUs = !revision.isEmpty
        agreed = Checkpoint.agreed(mine ?? Checkpoint(), Checkpoint(theirs))
        saved = agreed
        nextSave = session.now
    }

    private static func key(_ id: String) -> String { "checkpoint/\(id)" }

    private var current: Checkpoint {
        var current = agreed
        if let pusher = sync.pusher { current.local = pusher.mark }
        if let puller = sync.puller { current.remote = puller.mark }
        return current
    }

    /// Whether the peer holds the present state.
    var isSaved: Bool { !isSaving && current == saved }

    /// When it wants to save next.
    var deadline: MonotonicTime? { isSaving || current == saved ? nil : nextSave }

    /// Saves when it is time. Urgent means now: a one-shot replication waits for it.
    func proceed(isSettled: Bool, isUrgent: Bool) {
        guard !isSaving, isUrgent || session.now >= nextSave else { return }
        let checkpoint = current
        guard checkpoint != saved else { return }
        isSaving = true
        // First here: whatever the peer returns some day, this database then knows, unless it was replaced.
        let name = session.database.randomBytes(8).base64
        do {
            history.add(checkpoint, name: name)
            try session.database.transaction(session.checkpointDurability()) {
                try session.database.setMetadata(Self.key(id), history.bytes)
            }
        } catch {
            return session.fail(database: error)
        }
        save(checkpoint, name)
    }

    private func save(_ checkpoint: Checkpoint, _ name: String) {
        let properties: BLIPProperties = [
            "Profile": "setCheckpoint", "collection": "\(sync.index)", "client": id, "rev": revision,
        ]
        var body = checkpoint.fields(name: name)
        // For people who look at it; nothing depends on it.
        body["time"] = .integer(Int64(Date().timeIntervalSince1970))
        session.send(BLIPMessage(properties: properties, body: .bytes(JSON.object(body).bytes))) {
            [unowned self] reply in
            saved(checkpoint, name, reply)
        }
    }

    private func saved(_ checkpoint: Checkpoint, _ name: String, _ reply: BLIPReply) {
        if let error = reply.error {
            if WireError(error).isTransient, session.isContinuous {
                // A full disk there: the documents go on, and the checkpoint is tried again. Losing it costs time only.
                isSaving = false
                nextSave = session.now.advanced(by: session.tuning.checkpointInterval)
                return
            }
            guard error.domain == "HTTP", error.code == 409 else {
                let text = "the peer keeps no checkpoint: \(error.domain) \(error.code) \(error.message)"
                return session.fail(.init(.protocolViolation, text, isTransient: true), code: CloseCode.transient)
            }
            return reread(checkpoint, name)
        }
        revision = reply.properties["rev"] ?? ""
        saved = checkpoint
        isSaving = false
        nextSave = session.now.advanced(by: session.tuning.checkpointInterval)
    }

    /// Somebody else with our id saved in between (a copy of this database): takes its revision and writes again.
    private func reread(_ checkpoint: Checkpoint, _ name: String) {
        let properties: BLIPProperties = ["Profile": "getCheckpoint", "collection": "\(sync.index)", "client": id]
        session.send(BLIPMessage(properties: properties, body: .bytes([]))) { [unowned self] reply in
            revision = reply.error == nil ? reply.properties["rev"] ?? "" : ""
            save(checkpoint, name)
        }
    }
}

import Documents

/// How far a replication has come: the active peer's own sequence up to which everything is pushed, and the passive
/// peer's sequence up to which everything is pulled.
///
/// Kept twice, in the active peer's database and, as an opaque JSON object, in the passive one's. Only what both
/// agree on is believed (see `CheckpointHistory`), so that either database may be rolled back or wiped without losing a
/// document.
struct Checkpoint: Equatable, Sendable {
    /// 0 = nothing pushed yet.
    var local: Int64 = 0
    /// Any JSON value the passive peer uses as a sequence; nil = nothing pulled yet.
    var remote: JSON?

    /// What both copies bear out.
    static func agreed(_ mine: Checkpoint, _ theirs: Checkpoint) -> Checkpoint {
        var agreed = Checkpoint()
        agreed.local = min(mine.local, theirs.local)
        switch (mine.remote, theirs.remote) {
        case (.integer(let mine)?, .integer(let theirs)?): agreed.remote = .integer(min(mine, theirs))
        case (let mine?, let theirs?) where mine == theirs: agreed.remote = mine
        default: agreed.remote = nil
        }
        return agreed
    }

    /// Reads a stored checkpoint; anything malformed counts as nothing done.
    init(_ json: JSON) {
        if case .integer(let local)? = json["local"], local > 0 { self.local = local }
        switch json["remote"] {
        case .integer(let remote)? where remote > 0: self.remote = .integer(remote)
        case .string(let remote)?: self.remote = .string(remote)
        default: break
        }
    }

    init() {}

    /// The members of the JSON object that is stored on both sides.
    func fields(name: String) -> [String: JSON] {
        var fields: [String: JSON] = ["name": .string(name)]
        if local > 0 { fields["local"] = .integer(local) }
        if let remote { fields["remote"] = remote }
        return fields
    }
}

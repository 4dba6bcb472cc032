import Documents

/// The checkpoints an active peer has lately given to a passive one, each under a random name.
///
/// The passive peer's database returns the checkpoint it holds. Its name says from which moment that database descends,
/// and finding the name here says that our own database descends from the same moment. Numbers alone do not: after
/// either database was replaced by an earlier copy of itself, the same sequence may stand for something else.
struct CheckpointHistory {
    /// How many are kept. One is needed when all goes well, one more when a connection breaks while it is being saved, and
    /// others when the peer lost its last commits. Older ones mean that everything is offered once more.
    private static let limit = 20

    private var entries: [(name: String, checkpoint: Checkpoint)] = []

    init() {}

    /// Reads what `bytes` wrote; anything malformed counts as nothing done.
    init(parsing bytes: [UInt8]) {
        guard let json = try? JSON(parsing: bytes), case .array(let items)? = json["saved"] else { return }
        entries = items.compactMap { item in item["name"]?.string.map { ($0, Checkpoint(item)) } }
    }

    /// The checkpoint that was given under that name; nil when this database does not know of it.
    subscript(name: String) -> Checkpoint? { entries.last { $0.name == name }?.checkpoint }

    /// Adds one, and forgets the oldest.
    mutating func add(_ checkpoint: Checkpoint, name: String) {
        entries.append((name, checkpoint))
        entries.removeFirst(max(0, entries.count - Self.limit))
    }

    /// What is stored.
    var bytes: [UInt8] {
        let items = entries.map { entry in JSON.object(entry.checkpoint.fields(name: entry.name)) }
        return JSON.object(["saved": .array(items)]).bytes
    }
}

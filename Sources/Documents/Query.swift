/// The statements that are prepared once and kept. `?1`… are bound in the order of the comments.
enum Query: Int, CaseIterable {
    case begin
    case commit
    case rollback
    /// collection, id → sequence, flags, vector
    case findHeader
    /// collection, id → sequence, flags, vector, body
    case findRecord
    /// sequence, collection, id, flags, vector, body
    case insertDocument
    /// new sequence, flags, vector, body, old sequence
    case updateDocument
    /// vector, sequence
    case updateVector
    /// sequence
    case deleteDocument
    /// collection, after id, from id, limit → sequence, id, vector, body
    case listDocuments
    /// collection, after sequence, limit, including deleted → sequence, id, flags, vector, bytes of body
    case listHeaders
    /// collection → greatest sequence
    case lastSequence
    /// collection → live documents
    case countDocuments
    /// → bodies that may refer to blobs
    case bodiesWithBlobs
    /// sequence, clock
    case saveCounters
    /// name → id
    case findCollection
    /// name
    case addCollection
    /// → names
    case listCollections
    /// name → id
    case findPeer
    /// name
    case addPeer
    /// peer, collection, id → version
    case findRemote
    /// peer, collection, id, version
    case setRemote
    /// collection, id
    case deleteRemotes
    /// client → revision, body
    case findCheckpoint
    /// client, revision, body
    case setCheckpoint
    /// number of checkpoints to keep
    case dropCheckpoints
    /// key → value
    case findMetadata
    /// key, value
    case setMetadata
    /// key
    case deleteMetadata

    /// `+collection` keeps the planner on the sequence order instead of the index by collection and id.
    var sql: String {
        switch self {
        case .begin: "BEGIN IMMEDIATE"
        case .commit: "COMMIT"
        case .rollback: "ROLLBACK"
        case .findHeader:
            "SELECT sequence, flags, vector, length(body) FROM documents WHERE collection = ?1 AND id = ?2"
        case .findRecord: "SELECT sequence, flags, vector, body FROM documents WHERE collection = ?1 AND id = ?2"
        case .insertDocument:
            "INSERT INTO documents (sequence, collection, id, flags, vector, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
        case .updateDocument:
            "UPDATE documents SET sequence = ?1, flags = ?2, vector = ?3, body = ?4 WHERE sequence = ?5"
        case .updateVector: "UPDATE documents SET vector = ?1 WHERE sequence = ?2"
        case .deleteDocument: "DELETE FROM documents WHERE sequence = ?1"
        case .listDocuments:
            """
            SELECT sequence, id, vector, body FROM documents
            WHERE collection = ?1 AND id > ?2 AND id >= ?3 AND flags & 1 = 0 ORDER BY id LIMIT ?4
            """
        case .listHeaders:
            """
            SELECT sequence, id, flags, vector, length(body) FROM documents
            WHERE sequence > ?2 AND +collection = ?1 AND (?4 OR flags & 1 = 0) ORDER BY sequence LIMIT ?3
            """
        case .lastSequence:
            "SELECT sequence FROM documents WHERE +collection = ?1 ORDER BY sequence DESC LIMIT 1"
        case .countDocuments: "SELECT count(*) FROM documents WHERE +collection = ?1 AND flags & 1 = 0"
        case .bodiesWithBlobs: "SELECT body FROM documents WHERE flags & 2 <> 0"
        case .saveCounters: "UPDATE state SET sequence = ?1, clock = ?2"
        case .findCollection: "SELECT id FROM collections WHERE name = ?1"
        case .addCollection: "INSERT INTO collections (name) VALUES (?1)"
        case .listCollections: "SELECT name FROM collections ORDER BY name"
        case .findPeer: "SELECT id FROM peers WHERE name = ?1"
        case .addPeer: "INSERT INTO peers (name) VALUES (?1)"
        case .findRemote: "SELECT version FROM remotes WHERE peer = ?1 AND collection = ?2 AND id = ?3"
        case .setRemote: "INSERT OR REPLACE INTO remotes (peer, collection, id, version) VALUES (?1, ?2, ?3, ?4)"
        case .deleteRemotes:
            "DELETE FROM remotes WHERE collection = ?1 AND id = ?2 AND peer IN (SELECT id FROM peers)"
        case .findCheckpoint: "SELECT revision, body FROM checkpoints WHERE client = ?1"
        case .setCheckpoint: "INSERT OR REPLACE INTO checkpoints (client, revision, body) VALUES (?1, ?2, ?3)"
        case .dropCheckpoints:
            """
            DELETE FROM checkpoints WHERE client IN (
                SELECT client FROM checkpoints ORDER BY revision, client
                LIMIT max(0, (SELECT count(*) FROM checkpoints) - ?1)
            )
            """
        case .findMetadata: "SELECT value FROM metadata WHERE key = ?1"
        case .setMetadata: "INSERT OR REPLACE INTO metadata (key, value) VALUES (?1, ?2)"
        case .deleteMetadata: "DELETE FROM metadata WHERE key = ?1"
        }
    }
}

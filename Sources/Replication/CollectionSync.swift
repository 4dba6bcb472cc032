import Documents

/// What a session keeps per collection.
final class CollectionSync {
    let index: Int
    let collection: Collection
    var feed: Feed?
    var pusher: Pusher?
    var puller: Puller?
    var checkpoint: CheckpointKeeper?
    /// Documents the peer has offered and we want, whose revisions are still to come. Passive only.
    var offered: Set<String> = []
    /// Versions that came from the peer, by document, so that they are not sent back.
    var echoes: [String: Version] = [:]

    init(index: Int, collection: Collection) {
        self.index = index
        self.collection = collection
    }

    var name: CollectionName { collection.name }

    /// Whether `header` is just what the peer sent us. Forgets it, since each sequence is passed once, and so is one that
    /// has been overtaken.
    func isEcho(_ header: DocumentHeader) -> Bool {
        guard !echoes.isEmpty, let version = echoes[header.id] else { return false }
        echoes[header.id] = nil
        return version == header.vector.current
    }
}

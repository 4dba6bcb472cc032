import Documents

/// Every version of a document that anybody ever made, and what it stands for: the same everywhere and for ever.
///
/// Two documents may have the same version: vectors are compared within a document.
final class Ledger {
    struct Entry: Equatable {
        let isDeleted: Bool
        let body: [UInt8]
    }

    private struct Edit: Hashable {
        let key: DocumentKey
        let version: Version
    }

    private var entries: [Edit: Entry] = [:]
    /// Documents that somebody deleted at some time.
    var deleted: Set<DocumentKey> = []

    /// Notes what a peer holds under `version`. Returns what it was known to stand for, when that is something else.
    func note(_ version: Version, of key: DocumentKey, _ entry: Entry) -> Entry? {
        if entry.isDeleted { deleted.insert(key) }
        guard let known = entries.updateValue(entry, forKey: Edit(key: key, version: version)), known != entry else {
            return nil
        }
        return known
    }
}

import Documents

/// A document in any of the databases.
struct DocumentKey: Hashable, Comparable, CustomStringConvertible {
    let collection: CollectionName
    let id: String

    var description: String { "\(collection)/\(id)" }

    static func < (left: DocumentKey, right: DocumentKey) -> Bool { left.description < right.description }
}

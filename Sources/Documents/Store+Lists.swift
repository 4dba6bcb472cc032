/// Reading many documents.
extension Store {
    func documents(in collection: Int64, prefix: String, after: String?, limit: Int) throws -> [Document] {
        try connection.run(.listDocuments) { statement in
            statement.bind(1, collection)
            statement.bind(2, after ?? "")
            statement.bind(3, prefix)
            statement.bind(4, Int64(limit))
            var found: [Document] = []
            // In the order of ids those with the prefix stand together, so the first without it is the end.
            while try connection.step(statement) {
                let id = statement.text(1)
                guard id.utf8.starts(with: prefix.utf8) else { break }
                found.append(
                    Document(
                        id: id, sequence: statement.integer(0), vector: try vector(statement, 2, of: id),
                        body: statement.blob(3)))
            }
            return found
        }
    }

    func headers(
        in collection: Int64, after sequence: Int64, limit: Int, includingDeleted: Bool
    ) throws -> [DocumentHeader] {
        try connection.run(.listHeaders) { statement in
            statement.bind(1, collection)
            statement.bind(2, sequence)
            statement.bind(3, Int64(limit))
            statement.bind(4, includingDeleted ? 1 : 0)
            var found: [DocumentHeader] = []
            while try connection.step(statement) {
                let id = statement.text(1)
                found.append(
                    DocumentHeader(
                        id: id, sequence: statement.integer(0), vector: try vector(statement, 3, of: id),
                        isDeleted: statement.integer(2) & Schema.deletedFlag != 0,
                        bodySize: Int(statement.integer(4))))
            }
            return found
        }
    }

    /// The number that a query about one collection yields; 0 without a row.
    func number(_ query: Query, collection: Int64) throws -> Int64 {
        try connection.run(query) { statement in
            statement.bind(1, collection)
            return try connection.step(statement) ? statement.integer(0) : 0
        }
    }

    func collectionNames() throws -> [CollectionName] {
        try connection.run(.listCollections) { statement in
            var names: [CollectionName] = []
            while try connection.step(statement) {
                if let name = CollectionName(statement.text(0)) { names.append(name) }
            }
            return names
        }
    }
}

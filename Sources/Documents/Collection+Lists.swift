extension Collection {
    /// Live documents whose id starts with `prefix`, in the order of their ids' bytes, from behind `after`.
    package func documents(prefix: String = "", after: String? = nil, limit: Int = .max) throws -> [Document] {
        try database.read { store in
            guard let number = try store.number(of: name) else { return [] }
            return try store.documents(in: number, prefix: prefix, after: after, limit: limit)
        }
    }

    /// Documents in the order of their sequences, from behind `sequence`: each once, in its present state.
    package func headers(
        after sequence: Int64, limit: Int, includingDeleted: Bool = true
    ) throws -> [DocumentHeader] {
        try database.read { store in
            guard let number = try store.number(of: name) else { return [] }
            return try store.headers(
                in: number, after: sequence, limit: limit, includingDeleted: includingDeleted)
        }
    }

    /// The greatest sequence of a document in this collection; 0 when empty.
    package var lastSequence: Int64 {
        get throws {
            try database.read { store in
                guard let number = try store.number(of: name) else { return 0 }
                return try store.number(.lastSequence, collection: number)
            }
        }
    }

    /// How many live documents there are. Reads through the collection.
    package var count: Int {
        get throws {
            try database.read { store in
                guard let number = try store.number(of: name) else { return 0 }
                return Int(try store.number(.countDocuments, collection: number))
            }
        }
    }
}

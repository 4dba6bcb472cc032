import Documents

extension Arguments {
    /// The collections of `--collection a,b`; empty when it is not given.
    func collections() throws -> [CollectionName] {
        try (string("collection") ?? "").split(separator: ",").map { text in
            guard let name = CollectionName(String(text)) else {
                throw UsageError("'\(String(text).printable)' is no collection name; use NAME or SCOPE.NAME")
            }
            return name
        }
    }

    /// The one collection of `--collection`, or the default one.
    func collection() throws -> CollectionName {
        let all = try collections()
        guard all.count <= 1 else { throw UsageError("--collection takes one name here") }
        return all.first ?? .default
    }

    /// `--user` and `--password`, both or neither.
    func credentials() throws -> (user: String, password: String)? {
        switch (string("user"), string("password")) {
        case (nil, nil): return nil
        case (let user?, let password?): return (user, password)
        default: throw UsageError("--user and --password go together")
        }
    }
}

/// Opens a database directory, and passes on what opening it had to tell.
func openDatabase(_ directory: String, _ options: DatabaseOptions = DatabaseOptions()) throws -> Database {
    let database = try Database(path: directory, options: options)
    if let notice = database.openingNotice { Output.note("pulsador: \(notice)") }
    return database
}

extension DatabaseOptions {
    /// For a game: its boards have no battery and nobody to ask for the time, and no time of day decides anything in it.
    static var game: DatabaseOptions {
        var options = DatabaseOptions()
        options.refusesTimesAhead = false
        return options
    }
}

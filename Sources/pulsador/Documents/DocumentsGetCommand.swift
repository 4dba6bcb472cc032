import Documents

/// `pulsador documents get`: prints one document.
struct DocumentsGetCommand: Command {
    static let name = "documents get"
    static let summary = "Print a document"
    static let operands = "DIR ID"
    static let operandCount = 2...2
    static let options: [Option] = [
        .value("collection", "NAME", "collection (default: _default)"),
        .flag("json", "print it with its id, sequence and version"),
    ]
    static let example = "pulsador documents get ./data greeting"

    private let arguments: Arguments
    private let collection: CollectionName

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        collection = try arguments.collection()
    }

    func run() async throws {
        let database = try openExisting(arguments.positionals[0])
        let id = arguments.positionals[1]
        guard let collection = try database.existingCollection(collection),
            let record = try collection.record(id), !record.isDeleted || arguments.flag("json")
        else { throw CommandError("no document '\(id.printable)' in \(self.collection)") }
        let body = try JSON(parsing: record.body)
        Output.line(arguments.flag("json") ? record.listing(body).text : body.text)
        try database.close()
    }
}

extension DocumentRecord {
    /// The document with what the database knows of it, as `get --json` and `list --json` print it.
    func listing(_ body: JSON?) -> JSON {
        var fields: [String: JSON] = [
            "id": .string(id), "sequence": .integer(sequence), "version": .string(vector.description),
            "deleted": .bool(isDeleted),
        ]
        if let body { fields["body"] = body }
        return .object(fields)
    }
}

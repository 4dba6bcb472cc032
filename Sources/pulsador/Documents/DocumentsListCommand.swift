import Documents
import FoundationEssentials
@preconcurrency import Glibc

/// `pulsador documents list`: prints the documents of a collection, or the collections.
struct DocumentsListCommand: Command {
    static let name = "documents list"
    static let summary = "List the documents in a database"
    static let operands = "DIR"
    static let operandCount = 1...1
    static let options: [Option] = [
        .value("collection", "NAME", "collection (default: _default)"),
        .flag("collections", "list the collections instead"),
        .flag("deleted", "show tombstones too"),
        .flag("bodies", "print the bodies too"),
        .flag("json", "one JSON object per line"),
    ]
    static let example = "pulsador documents list ./data --bodies"

    private let arguments: Arguments
    private let collection: CollectionName

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        collection = try arguments.collection()
    }

    func run() async throws {
        let database = try openExisting(arguments.positionals[0])
        if arguments.flag("collections") {
            for name in try database.collectionNames() {
                Output.line(
                    arguments.flag("json") ? JSON.object(["collection": .string(name.description)]).text : "\(name)")
            }
            return try database.close()
        }
        guard let collection = try database.existingCollection(collection) else {
            throw CommandError("no collection '\(collection)' in \(arguments.positionals[0])")
        }
        var after: Int64 = 0
        while case let page = try collection.headers(
            after: after, limit: 500, includingDeleted: arguments.flag("deleted")),
            let last = page.last
        {
            for header in page { try list(header.id, in: collection) }
            after = last.sequence
        }
        try database.close()
    }

    private func list(_ id: String, in collection: Collection) throws {
        guard let record = try collection.record(id) else { return }
        let body: JSON? = arguments.flag("bodies") ? try JSON(parsing: record.body) : Optional.none
        if arguments.flag("json") {
            Output.line(record.listing(body).text)
        } else {
            let mark = record.isDeleted ? " (deleted)" : ""
            let text = body.map { body in " " + body.text } ?? ""
            Output.line("\(id.printable)\(mark)\(text)")
        }
    }
}

/// Opens a database that must exist, for looking at.
func openExisting(_ directory: String) throws -> Database {
    guard FileManager.default.fileExists(atPath: directory) else {
        throw CommandError("no database at '\(directory.printable)'")
    }
    return try openDatabase(directory)
}

/// Everything on standard input. Throws when it is longer than `limit` bytes.
func readStandardInput(limit: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        if count == 0 { return bytes }
        if count < 0 {
            if errno == EINTR { continue }
            throw CommandError("standard input cannot be read")
        }
        bytes += buffer[..<count]
        guard bytes.count <= limit else { throw CommandError("standard input is longer than \(limit) bytes") }
    }
}

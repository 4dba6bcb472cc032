import Documents
@preconcurrency import Glibc

/// `pulsador documents put`: saves one document.
struct DocumentsPutCommand: Command {
    static let name = "documents put"
    static let summary = "Save a document, or delete one"
    static let operands = "DIR ID [JSON|-]"
    static let operandCount = 2...3
    static let options: [Option] = [
        .value("collection", "NAME", "collection (default: _default)"),
        .value("blob", "KEY=FILE", "attach a file under this key"),
        .value("content-type", "TYPE", "content type of the attached file"),
        .flag("delete", "delete the document (a tombstone that replicates)"),
        .flag("json", "print the saved version as JSON"),
    ]
    static let details = "JSON is an object; '-' reads it from standard input."
    static let example = #"pulsador documents put ./data greeting '{"text":"hello"}'"#

    private let arguments: Arguments
    private let collection: CollectionName

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        collection = try arguments.collection()
        let wantsBody = !arguments.flag("delete")
        guard wantsBody == (arguments.positionals.count == 3) else {
            throw UsageError(wantsBody ? "the document's JSON is missing" : "--delete takes no JSON")
        }
    }

    private struct Saved: Encodable {
        let id: String
        let sequence: Int64
        let version: String
    }

    func run() async throws {
        let database = try openDatabase(arguments.positionals[0])
        let collection = try database.collection(collection)
        let id = arguments.positionals[1]
        if arguments.flag("delete") {
            guard try collection.delete(id) else {
                throw CommandError("no document '\(id.printable)' in \(collection.name)")
            }
        } else {
            var body = try properties()
            if let attachment = arguments.string("blob") { try attach(attachment, to: &body, database) }
            _ = try collection.save(id, body)
        }
        if let record = try collection.record(id) {
            let version = record.vector.description
            if arguments.flag("json") {
                Output.json(Saved(id: id, sequence: record.sequence, version: version))
            } else {
                Output.line("\(id.printable) \(version)")
            }
        }
        try database.close()
    }

    private func properties() throws -> [String: JSON] {
        let text = arguments.positionals[2]
        let bytes: [UInt8]
        if text == "-" {
            bytes = try readStandardInput(limit: DatabaseOptions().maxDocumentBytes)
        } else {
            bytes = Array(text.utf8)
        }
        guard case .object(let properties) = try JSON(parsing: bytes) else {
            throw CommandError("a document is a JSON object, such as {\"text\":\"hello\"}")
        }
        return properties
    }

    private func attach(_ text: String, to body: inout [String: JSON], _ database: Database) throws {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { throw UsageError("--blob takes KEY=FILE") }
        let file = open(parts[1], O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw CommandError("cannot read '\(parts[1].printable)'") }
        defer { Glibc.close(file) }
        let writer = try database.blobs.writer()
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        while true {
            let count = read(file, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw CommandError("cannot read '\(parts[1].printable)'") }
            if count == 0 { break }
            try writer.append(Array(buffer[..<count]))
        }
        let length = writer.length
        let type = arguments.string("content-type") ?? "application/octet-stream"
        body[parts[0]] = Blob(digest: try writer.finish(), length: length, contentType: type).json
    }
}

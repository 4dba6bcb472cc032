import Documents
import FoundationEssentials

/// What `bench sync` measures with: sizes, and where its files go.
struct BenchPlan: Sendable {
    let program: String
    let directory: String
    /// For databases of boards that would each have a disk of their own: in memory, where the system has a place for it.
    let boards: String
    let changes: Int
    let documents: Int
    let crowd: Int

    /// A document body of about 150 bytes.
    static func body(_ number: Int) -> [String: JSON] {
        [
            "number": .integer(Int64(number)), "name": .string("document number \(number)"),
            "text": .string(String(repeating: "abcdefghij", count: 9)),
        ]
    }

    /// Starts a passive peer in a process of its own. Returns it and its port.
    func serve(_ name: String, maxPeers: Int = 10) throws -> (ChildProcess, Int) {
        let child = try ChildProcess([
            program, "documents", "serve", "\(directory)/\(name)", "--port", "0", "--address", "127.0.0.1", "--json",
            "--max-peers", "\(maxPeers)",
        ])
        guard let line = child.line(), let json = try? JSON(text: line), let port = json["port"]?.int else {
            throw CommandError("the passive peer did not start")
        }
        return (child, port)
    }
}

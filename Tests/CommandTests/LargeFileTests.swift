import FoundationEssentials
import TestSupport
import Testing
@preconcurrency import Glibc

/// A large file goes through three processes, and none of them holds it.
@Suite struct LargeFileTests {
    private static let megabytes = 200

    /// Largest resident memory of a running process so far, in MiB.
    private func peak(_ program: Program) throws -> Int {
        let status = String(decoding: try Data(contentsOf: URL(filePath: "/proc/\(program.pid)/status")), as: UTF8.self)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(line.split(separator: " ").compactMap { Int($0) }.first) >> 10
    }

    private func makeFile(_ path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        try #require(file >= 0)
        defer { close(file) }
        var chunk = [UInt8](repeating: 0, count: 1 << 20)
        for number in 0..<Self.megabytes {
            chunk[0] = UInt8(number)
            try #require(write(file, chunk, chunk.count) == chunk.count)
        }
    }

    @Test func aFileOf200MiBDoesNotShowInMemory() async throws {
        let directory = try TemporaryDirectory()
        let file = directory.file("film")
        try makeFile(file)
        let put = try Program(
            "documents", "put", directory.file("from"), "film", "{}", "--blob", "file=\(file)", "--content-type",
            "video/mp4")
        #expect(try await put.exit().code == 0)
        let server = try Program(
            "documents", "serve", directory.file("served"), "--port", "0", "--address", "127.0.0.1", "--json")
        let port = try #require(try await server.event("listening").port)
        let url = "ws://127.0.0.1:\(port)/db"

        let push = try Program("documents", "sync", directory.file("from"), url, "--push", "--json")
        #expect(try await push.exit().code == 0)
        let pull = try Program("documents", "sync", directory.file("to"), url, "--pull", "--json", "--continuous")
        _ = try await pull.event("idle")
        // A file held as a whole would take 200 MiB more.
        #expect(try peak(pull) < 100)
        #expect(try peak(server) < 100)
        pull.signal(SIGTERM)
        #expect(try await pull.exit().code == 0)
        server.signal(SIGTERM)
        #expect(try await server.exit().code == 0)

        let received = try FileManager.default.contentsOfDirectory(atPath: directory.file("to/blobs"))
        let sent = try FileManager.default.contentsOfDirectory(atPath: directory.file("from/blobs"))
        #expect(received.sorted() == sent.sorted())
        let blob = try #require(received.first)
        let size = try FileManager.default.attributesOfItem(atPath: directory.file("to/blobs/\(blob)"))[.size] as? Int
        #expect(size == Self.megabytes << 20)
    }
}

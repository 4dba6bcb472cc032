@preconcurrency import Glibc
import Testing

/// A host whose disk fills up in the middle of a game: a small file system in a mount namespace of the host's own.
@Suite(.enabled(if: SmallDisk.isPossible, "needs root, unshare and a mount namespace with a tmpfs"))
struct FullDiskTests {
    /// A host on a disk of two megabytes.
    private static func host(_ rig: Rig, pack: String, players: Int) throws -> Program {
        let disk = rig.directory.file("disk")
        guard mkdir(disk, 0o700) == 0 else { throw Program.Failure(description: "no directory \(disk)") }
        let script = #"mount -t tmpfs -o size=2m none "$0" && exec "$@""#
        return try Program(command: [
            "unshare", "-m", "sh", "-c", script, disk, Program.path, "host", pack, "--port", "0", "--no-advertise",
            "--auto", "--players", "\(players)", "--fast", "--headless", "--json", "--database", "\(disk)/host",
        ])
    }

    /// Takes all the space there is on the host's disk. Returns how to give it back.
    private static func fillDisk(of host: Program, _ rig: Rig) throws -> () -> Void {
        let path = "/proc/\(host.pid)/root\(rig.directory.file("disk"))/ballast"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Program.Failure(description: "no file \(path)") }
        defer { close(descriptor) }
        for size in [65_536, 4_096, 1] {
            let bytes = [UInt8](repeating: 0, count: size)
            while write(descriptor, bytes, size) > 0 {}
        }
        return { unlink(path) }
    }

    @Test func theHostSaysSoOnceAndLosesNothing() async throws {
        let rig = try Rig()
        let host = try Self.host(rig, pack: try rig.pack(correct: [1, 1], seconds: 5), players: 2)
        let port = try #require(try await host.event("lobby").port)
        let boards = [
            try rig.board("Ana", port: port, script: "on question any after 100ms press 1", "--once"),
            try rig.board("Ben", port: port, script: "on question 2 after 200ms press 1", "--once"),
        ]
        try await host.event("result") { $0.name == "Ana" }
        let makeRoom = try Self.fillDisk(of: host, rig)
        // At the deadline, when the close is to be saved.
        let trouble = try await host.event("storage")
        #expect(trouble.reason?.contains("free some space") == true)
        // Several tries must have failed by then, in silence.
        try await Task.sleep(for: .seconds(5))
        #expect(try host.events.named("closed").isEmpty)
        makeRoom()
        try await host.event("closed") { $0.index == 0 && $0.answers == 1 }
        try await host.event("storage-ok")
        let final = try await host.event("final")
        #expect(try await host.exit().code == 0)
        let events = try host.events
        #expect(events.named("storage").count == 1)
        // The boards stay connected all the while.
        #expect(events.filter { $0.event == "disconnected" }.count <= 2, "\(host.transcript)")
        #expect(events.named("result").map(\.name) == ["Ana", "Ana", "Ben"])
        for name in ["Ana", "Ben"] {
            #expect((final.points(of: name) ?? 0) > 0)
            #expect(final.points(of: name) == events.totals[name])
        }
        for board in boards { #expect(try await board.exit().code == 0, "\(board.transcript)") }
    }

    @Test func anAnswerThatFoundNoRoomIsOfferedAgain() async throws {
        let rig = try Rig()
        let host = try Self.host(rig, pack: try rig.pack(correct: [1], seconds: 60), players: 1)
        let port = try #require(try await host.event("lobby").port)
        let ana = try rig.board("Ana", port: port, script: "on question 1 after 6s press 1")
        try await ana.event("question")
        let makeRoom = try Self.fillDisk(of: host, rig)
        try await ana.event("answered")
        try await host.complaint("the database cannot store now")
        makeRoom()
        try await host.event("result") { $0.name == "Ana" && $0.correct == true }
        try await ana.event("result")
        let final = try await host.event("final")
        #expect((final.points(of: "Ana") ?? 0) > 0)
    }
}

/// A small file system of one's own.
private enum SmallDisk {
    static let isPossible: Bool = {
        guard geteuid() == 0, let pipe = popen("unshare -m mount -t tmpfs -o size=1m none /mnt 2>/dev/null", "r") else {
            return false
        }
        return pclose(pipe) == 0
    }()
}

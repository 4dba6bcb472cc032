@preconcurrency import Glibc
import Testing

/// A host whose disk takes nothing more for a while: every write to its files fails.
struct FailingDiskTests {
    private static func host(_ rig: Rig, pack: String, players: Int) throws -> Program {
        // The signal that comes with such a failure would end the process.
        try Program(command: [
            "sh", "-c", #"trap '' XFSZ && exec "$@""#, "host", Program.path, "host", pack, "--port", "0",
            "--no-advertise", "--auto", "--players", "\(players)", "--fast", "--headless", "--json", "--database",
            rig.directory.file("host"),
        ])
    }

    /// Lets no file grow or change beyond its first bytes, or lets it again.
    private static func setWritable(_ isWritable: Bool, _ host: Program) async throws {
        let limit = isWritable ? "unlimited" : "100"
        let tool = try Program(command: ["prlimit", "--pid", "\(host.pid)", "--fsize=\(limit):unlimited"])
        #expect(try await tool.exit() == Program.Exit(code: 0, errors: []))
    }

    @Test func theHostSaysSoOnceAndLosesNothing() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let host = try Self.host(rig, pack: try rig.pack(correct: [1, 1], seconds: 5), players: 2)
            let port = try #require(try await host.event("lobby").port)
            let boards = [
                try rig.board("Ana", port: port, script: "on question any after 100ms press 1", "--once"),
                try rig.board("Ben", port: port, script: "on question 2 after 200ms press 1", "--once"),
            ]
            try await host.event("result") { $0.name == "Ana" }
            try await Self.setWritable(false, host)
            // At the deadline, when the close is to be saved.
            let trouble = try await host.event("storage")
            #expect(trouble.reason?.contains("check the disk") == true)
            // Several tries must have failed by then, in silence.
            try await Task.sleep(for: .seconds(5))
            #expect(try host.events.named("closed").isEmpty)
            try await Self.setWritable(true, host)
            try await host.event("closed") { $0.index == 0 && $0.answers == 1 }
            try await host.event("storage-ok")
            let final = try await host.event("final")
            #expect(try await host.exit().code == 0)
            let events = try host.events
            #expect(events.named("storage").count == 1)
            // The boards stay connected all the while.
            #expect(events.filter { $0.event == "disconnected" }.count <= 2, "\(host.transcript)")
            // Each answer once; which comes first to the second question is the boards' affair.
            let results = events.named("result").map { "\($0.index ?? -1) \($0.name ?? "")" }
            #expect(results.sorted() == ["0 Ana", "1 Ana", "1 Ben"])
            for name in ["Ana", "Ben"] {
                #expect((final.points(of: name) ?? 0) > 0)
                #expect(final.points(of: name) == events.totals[name])
            }
            for board in boards { #expect(try await board.exit().code == 0, "\(board.transcript)") }
        }
    }

    @Test func anAnswerThatCouldNotBeStoredIsOfferedAgain() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let host = try Self.host(rig, pack: try rig.pack(correct: [1], seconds: 60), players: 1)
            let port = try #require(try await host.event("lobby").port)
            let ana = try rig.board("Ana", port: port, script: "on question 1 after 8s press 1")
            try await ana.event("question")
            try await Self.setWritable(false, host)
            try await ana.event("answered")
            try await host.complaint("the database cannot store now")
            try await Self.setWritable(true, host)
            try await host.event("result") { $0.name == "Ana" && $0.correct == true }
            try await ana.event("result")
            let final = try await host.event("final")
            #expect((final.points(of: "Ana") ?? 0) > 0)
        }
    }
}

/// A host whose disk fills up in the middle of a game: a small file system in a mount namespace of the host's own.
@Suite(.enabled(if: SmallDisk.isPossible, "needs root, unshare and a mount namespace with a tmpfs"))
struct FullDiskTests {
    /// A host on a disk of so many megabytes.
    private static func host(_ rig: Rig, pack: String, megabytes: Int, isFull: Bool = false) throws -> Program {
        let disk = rig.directory.file("disk")
        guard mkdir(disk, 0o700) == 0 else { throw Program.Failure(description: "no directory \(disk)") }
        let fill = isFull ? #"cat /dev/zero > "$0/ballast" 2> /dev/null; "# : ""
        let script = #"mount -t tmpfs -o size=\#(megabytes)m none "$0" && { \#(fill)exec "$@"; }"#
        return try Program(command: [
            "unshare", "-m", "sh", "-c", script, disk, Program.path, "host", pack, "--port", "0", "--no-advertise",
            "--auto", "--players", "2", "--fast", "--headless", "--json", "--database", "\(disk)/host",
        ])
    }

    /// Takes all the space there is on the host's disk.
    private static func fillDisk(of host: Program, _ rig: Rig) throws {
        let path = "/proc/\(host.pid)/root\(rig.directory.file("disk"))/ballast"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Program.Failure(description: "no file \(path)") }
        defer { close(descriptor) }
        for size in [65_536, 4_096, 1] {
            let bytes = [UInt8](repeating: 0, count: size)
            while write(descriptor, bytes, size) > 0 {}
        }
    }

    @Test func aGameThatHasBegunHasTheRoomItNeeds() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let host = try Self.host(rig, pack: try rig.pack(correct: [1, 1]), megabytes: 16)
            let port = try #require(try await host.event("lobby").port)
            try Self.fillDisk(of: host, rig)
            let boards = try ["Ana", "Ben"].map { name in
                try rig.board(name, port: port, script: "on question any after 100ms press 1", "--once")
            }
            let final = try await host.event("final")
            let events = try host.events
            #expect(events.named("storage").isEmpty, "\(host.transcript)")
            #expect(events.named("result").count == 4)
            for name in ["Ana", "Ben"] {
                #expect((final.points(of: name) ?? 0) > 0)
                #expect(final.points(of: name) == events.totals[name])
            }
            for board in boards { #expect(try await board.exit().code == 0, "\(board.transcript)") }
        }
    }

    @Test func onADiskThatIsFullFromTheStartThereIsNoGame() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let host = try Self.host(rig, pack: try rig.pack(correct: [1]), megabytes: 16, isFull: true)
            let exit = try await host.exit()
            #expect(exit.code == 1)
            #expect(exit.errors.count == 1, "\(exit.errors)")
            #expect(exit.errors.first?.contains("free some space") == true, "\(exit.errors)")
            #expect(host.output.elements.isEmpty)
        }
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

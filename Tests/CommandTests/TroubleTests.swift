import FoundationEssentials
import Glibc
import Testing

/// What goes wrong at run time: one clear line, exit code 1; or, where one can go on, a line and going on.
struct TroubleTests {
    private static func host(_ rig: Rig, _ pack: String, port: Int = 0, database: String? = nil) throws -> Program {
        try Program(
            "host", pack, "--port", "\(port)", "--no-advertise", "--auto", "--headless", "--json", "--database",
            database ?? rig.directory.file("host"))
    }

    private static func expectFailure(_ program: Program, _ words: String...) async throws {
        let exit = try await program.exit()
        #expect(exit.code == 1, "\(program.transcript)")
        #expect(exit.errors.count == 1, "\(program.transcript)")
        for word in words { #expect(exit.errors.first?.contains(word) == true, "\(program.transcript)") }
        #expect(program.output.elements.isEmpty)
    }

    // MARK: Packs

    @Test func aMissingPackIsNamed() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            try await Self.expectFailure(Self.host(rig, rig.directory.file("none.json")), "none.json")
        }
    }

    @Test(arguments: [
        ("", "empty"), ("{", "broken"), ("[]", "list"), (#"{"title":"x","questions":[]}"#, "no questions"),
        (#"{"title":"x","questions":[{"text":"?","choices":["a"],"correct":1}]}"#, "no usable question"),
        (#"{"title":"x","questions":[{"text":"Aloud?","kind":"buzz"}]}"#, "only buzz"),
    ])
    func aPackThatCannotBePlayedIsRefused(_ text: String, _ name: String) async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let host = try Self.host(rig, try rig.file("bad.quiz.json", text))
            let exit = try await host.exit()
            #expect(exit.code == 1)
            #expect(!exit.errors.isEmpty && exit.errors.count <= 2, "\(name): \(exit.errors)")
            #expect(host.output.elements.isEmpty)
            #expect(!FileManager.default.fileExists(atPath: rig.directory.file("host")))
        }
    }

    // MARK: Ports and databases

    @Test func aPortInUseIsNamed() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let pack = try rig.pack(correct: [1])
            let first = try Self.host(rig, pack)
            let port = try #require(try await first.event("lobby").port)
            try await Self.expectFailure(
                Self.host(rig, pack, port: port, database: rig.directory.file("second")), "\(port)",
                "another program uses it")
        }
    }

    @Test func aGameThatCannotOpenItsPortLeavesTheInterruptedOneToBeResumed() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let pack = try rig.pack(correct: [1])
            let first = try rig.host(pack: pack, players: 9)
            let lobby = try await first.event("lobby")
            try await first.kill()
            let other = try Self.host(rig, pack, database: rig.directory.file("other"))
            let port = try #require(try await other.event("lobby").port)
            try await Self.expectFailure(Self.host(rig, pack, port: port), "another program uses it")
            let resumed = try rig.host(pack: nil, players: 9)
            #expect(try await resumed.event("lobby").gameId == lobby.gameId)
        }
    }

    @Test func aDatabaseOfAnotherProcessIsLeftAlone() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let pack = try rig.pack(correct: [1])
            let first = try Self.host(rig, pack)
            try await first.event("lobby")
            try await Self.expectFailure(Self.host(rig, pack), rig.directory.file("host"), "open elsewhere")
        }
    }

    @Test func aDirectoryThatCannotBeMadeIsNamed() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let pack = try rig.pack(correct: [1])
            // A file stands where the directory should be: this stops root too.
            let obstacle = try rig.file("obstacle", "")
            try await Self.expectFailure(Self.host(rig, pack, database: "\(obstacle)/host"), "\(obstacle)/host")
        }
    }

    @Test func anotherProgramsFileIsLeftAlone() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let pack = try rig.pack(correct: [1])
            let directory = rig.directory.file("host")
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            let path = try rig.file("host/db.sqlite3", "These are the notes of somebody else.")
            try await Self.expectFailure(Self.host(rig, pack), "is not a Pulsador database")
            #expect(FileManager.default.contents(atPath: path) == Data("These are the notes of somebody else.".utf8))
        }
    }

    @Test func aDamagedDatabaseIsSetAsideAndTheGameStarts() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let pack = try rig.pack(correct: [1])
            // The first leaves everything in the file, the second leaves it as after a power cut.
            for signal in [SIGTERM, SIGKILL] {
                let host = try Self.host(rig, pack)
                try await host.event("lobby")
                host.signal(signal)
                try await host.exit()
            }
            let path = rig.directory.file("host/db.sqlite3")
            let handle = open(path, O_WRONLY)
            let noise = [UInt8](repeating: 0x5A, count: 30_000)
            #expect(pwrite(handle, noise, noise.count, 4_096) == noise.count)
            close(handle)
            unlink("\(path)-wal")
            let third = try Self.host(rig, pack)
            try await third.event("lobby")
            let notice = try await third.complaint("was damaged")
            #expect(notice.contains("\(path).corrupt-1"))
            #expect(FileManager.default.fileExists(atPath: "\(path).corrupt-1"))
        }
    }

    @Test func withNothingToResumeItSaysSo() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let host = try Program(
                "host", "--resume", "--port", "0", "--no-advertise", "--auto", "--headless", "--database",
                rig.directory.file("host"))
            try await Self.expectFailure(host, "there is no database in", "host a game first")
            #expect(!FileManager.default.fileExists(atPath: rig.directory.file("host")))
        }
    }

    // MARK: Boards

    @Test func aBoardWithoutItsHostKeepsTryingUntilItIsTold() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let board = try rig.board("Ana", port: 1, script: "")
            for _ in 0..<3 {
                let offline = try await board.event("offline")
                #expect(offline.reason?.contains("127.0.0.1:1") == true)
            }
            board.signal(SIGTERM)
            #expect(try await board.exit() == Program.Exit(code: 0, errors: []))
        }
    }

    @Test func aPersonIsToldOfOneTroubleOnce() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let script = try rig.file("Ana.buttons", "")
            let board = try Program(
                "player", "--name", "Ana", "--host", "127.0.0.1:1", "--buttons", "mock:\(script)", "--database",
                rig.directory.file("ana"))
            #expect(await board.output.next { $0.contains("trying again") } != nil)
            // Three more tries are made in this time, in silence.
            try await Task.sleep(for: .seconds(2))
            board.signal(SIGTERM)
            #expect(try await board.exit().code == 0)
            #expect(board.output.elements.filter { $0.contains("trying again") }.count == 1)
        }
    }

    @Test func aBoardWhoseHostGoesAwaySaysSoAndComesBack() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let first = try rig.host(pack: try rig.pack(correct: [1]), players: 9)
            let port = try #require(try await first.event("lobby").port)
            let board = try rig.board("Ana", port: port, script: "")
            try await board.event("seated")
            try await first.kill()
            try await board.event("offline")
            let second = try rig.host(pack: nil, players: 9, port: port)
            try await board.event("connected")
            board.signal(SIGINT)
            #expect(try await board.exit().code == 0)
            try await second.event("disconnected") { $0.name == "Ana" }
        }
    }

    @Test func aHostWhoseLinesNobodyReadsPlaysOn() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let pack = try rig.pack(correct: Array(repeating: 1, count: 30))
            let host = try Program(
                [
                    "host", pack, "--port", "0", "--no-advertise", "--auto", "--players", "1", "--fast", "--headless",
                    "--json", "--database", rig.directory.file("host"),
                ], pausesAfterLines: 1)
            let port = try #require(try await host.event("lobby").port)
            let board = try rig.board("Ana", port: port, script: "on question any after 5ms press 1 hold 5ms")
            // The lines of 30 questions do not fit between the host and its reader, who has stopped.
            try await board.event("finished")
            host.resumeReading()
            try await host.event("final")
            #expect(try host.events.named("closed").map(\.index) == Array(0..<30))
        }
    }

    @Test func aFullRoomTellsTheBoardThatIsTooMany() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let host = try rig.host(pack: try rig.pack(correct: [1]), players: 9, "--max-players", "1")
            let port = try #require(try await host.event("lobby").port)
            let ana = try rig.board("Ana", port: port, script: "")
            try await ana.event("seated")
            let ben = try rig.board("Ben", port: port, script: "")
            let refusal = try await ben.event("refused")
            #expect(refusal.reason?.contains("the room is full: 1 players") == true, "\(ben.transcript)")
            #expect(try host.events.named("joined").map(\.name) == ["Ana"])
        }
    }

    @Test(arguments: [
        ("on question 1 press 5", ":1"), ("\nwhenever press 1", ":2"), ("on question 1 after 3 press 1", ":1"),
    ])
    func aBrokenScriptIsNamedWithItsLine(_ text: String, _ place: String) async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            try await Self.expectFailure(rig.board("Ana", port: 1, script: text), "Ana.buttons\(place)", "expected")
        }
    }

    @Test func aMissingScriptIsNamed() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let board = try Program(
                "player", "--buttons", "mock:\(rig.directory.file("none"))", "--host", "127.0.0.1:1")
            try await Self.expectFailure(board, rig.directory.file("none"))
        }
    }

    @Test func aSignalIsHeardFromTheFirstLineOn() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let pack = try rig.pack(correct: [1])
            for signal in [SIGTERM, SIGINT, SIGHUP, SIGTERM, SIGINT, SIGTERM] {
                let host = try Self.host(rig, pack)
                try await host.event("lobby")
                host.signal(signal)
                #expect(try await host.exit() == Program.Exit(code: 0, errors: []))
                let board = try rig.board("Ana", port: 1, script: "")
                try await board.event("board")
                board.signal(signal)
                #expect(try await board.exit() == Program.Exit(code: 0, errors: []))
            }
        }
    }

    // MARK: Terminals

    @Test func withoutATerminalThereIsNoProjectorAndNoKeyboard() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let pack = try rig.pack(correct: [1])
            let projector = try Program(
                ["host", pack, "--port", "0", "--no-advertise", "--database", rig.directory.file("host")],
                environment: ["TERM": "xterm"])
            try await Self.expectFailure(projector, "is not a terminal", "--headless")
            let keyboard = try Program("player", "--host", "127.0.0.1:1", "--database", rig.directory.file("player"))
            try await Self.expectFailure(keyboard, "--buttons mock:FILE")
            let demo = try Program(["demo"], environment: ["TERM": "xterm"])
            try await Self.expectFailure(demo, "is not a terminal", "--headless")
        }
    }
}

import Testing

/// A configuration file in use: what it sets, what wins over it, and where messages point.
struct ConfigurationTests {
    /// What `pulsador COMMAND --config FILE …` says of a wrong file.
    private static func complaint(_ command: String, _ text: String, _ more: String...) async throws -> String {
        let rig = try Rig()
        let path = try rig.file("a.conf", text)
        let exit = try await Program([command, "--config", path] + more).exit()
        #expect(exit.code == 2)
        #expect(exit.errors.count == 1)
        return exit.errors.first?.split(separator: path).joined(separator: "FILE") ?? ""
    }

    @Test(arguments: [
        ("host", "prot = 1", "FILE:1: 'host' has no option 'prot'; see"),
        ("host", "porter = 1", "FILE:1: 'host' has no option 'porter', did you mean 'port'?"),
        ("host", "pack = a\nport = 70000", "FILE:2: port takes a whole number from 0 to 65535, not '70000'"),
        ("host", "pack = a\n\nseed = x", "FILE:3: seed takes a whole number from 0, not 'x'"),
        ("host", "resume = maybe", "FILE:1: resume takes yes or no, not 'maybe'"),
        ("host", "resume = no", "the question pack is missing"),
        ("host", "config = other.conf", "FILE:1: 'host' has no option 'config'"),
        (
            "player", "buttons = piano",
            "FILE:1: buttons takes gpio, gpio:CHIP, events, events:DEVICE, keyboard or mock:FILE, not 'piano'"
        ),
        ("player", "#\nhost = nowhere:", "FILE:2: host takes HOST or HOST:PORT"),
        ("player", "name = \u{200B}", "FILE:1: name needs a name"),
        ("player", "pack = a", "FILE:1: 'player' has no option 'pack'"),
    ])
    func whatIsWrongIsNamedWithFileAndLine(_ command: String, _ text: String, _ message: String) async throws {
        let complaint = try await Self.complaint(command, text)
        #expect(complaint.contains(message), "\(complaint)")
    }

    @Test func aFileThatCannotBeReadIsNoWrongUsage() async throws {
        let rig = try Rig()
        for path in ["/nonexistent/host.conf", rig.directory.path] {
            let exit = try await Program("host", "--config", path).exit()
            #expect(exit.code == 1)
            #expect(exit.errors.first?.hasPrefix("pulsador: cannot read \(path): ") == true, "\(exit.errors)")
        }
        let endless = try await Program("host", "--config", "/dev/zero").exit()
        #expect(endless.errors == ["pulsador: /dev/zero has more than 65536 bytes: it is no file of options"])
    }

    @Test func anOptionWinsOverTheEnvironmentAndThatOverTheFile() async throws {
        let rig = try Rig()
        let pack = try rig.pack(correct: [1])
        let file = try rig.file(
            "a.conf",
            """
            pack = \(pack)
            name = From the file
            port = 0
            auto = yes
            headless = yes
            json = yes
            no-advertise = yes
            database = \(rig.directory.file("host"))
            """)
        let cases: [(environment: [String: String], words: [String], title: String)] = [
            ([:], [], "From the file"),
            (["PULSADOR_NAME": "From the environment"], [], "From the environment"),
            (["PULSADOR_NAME": "From the environment"], ["--name", "From the line"], "From the line"),
        ]
        for (environment, words, title) in cases {
            let host = try Program(["host", "--config", file] + words, environment: environment)
            #expect(try await host.event("lobby").title == title)
            try await host.kill()
        }
        let byEnvironment = try Program(["host"], environment: ["PULSADOR_CONFIG": file])
        #expect(try await byEnvironment.event("lobby").title == "From the file")
        try await byEnvironment.kill()
    }

    @Test func theEnvironmentTurnsAFlagOfTheFileOff() async throws {
        let rig = try Rig()
        let file = try rig.file("a.conf", "pack = a\nheadless = yes\nauto = yes\nfast = yes")
        let exit = try await Program(["host", "--config", file], environment: ["PULSADOR_AUTO": "no"]).exit()
        #expect(exit.code == 2)
        #expect(exit.errors.first?.contains("--headless has no keys to start with; add --auto") == true)
    }

    @Test func aServiceResumesAnInterruptedGameAndStartsTheNextOne() async throws {
        let rig = try Rig()
        let pack = try rig.pack(correct: [1, 1])
        let first = try rig.host(pack: pack, players: 1, port: 0, isFast: true, "--resume")
        let lobby = try await first.event("lobby")
        try await first.kill()
        // The pack may have gone in between: the game has its questions.
        let again = try rig.host(pack: "/nonexistent.quiz.json", players: 1, port: 0, isFast: true, "--resume")
        let resumed = try await again.event("lobby")
        #expect(resumed.gameId == lobby.gameId)
        let board = try rig.board(
            "Ana", port: try #require(resumed.port), script: "on question any after 50ms press 1", "--once")
        try await again.event("final")
        #expect(try await again.exit().code == 0)
        #expect(try await board.exit().code == 0)
        let next = try rig.host(pack: pack, players: 1, port: 0, isFast: true, "--resume")
        #expect(try await next.event("lobby").gameId != lobby.gameId)
    }
}

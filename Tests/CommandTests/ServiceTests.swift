import Glibc
import Testing

@testable import pulsador

/// Host and board as services of systemd: ready, alive, stopping.
struct ServiceTests {
    @Test(arguments: [false, true])
    func aHostSaysWhenBoardsCanCome(_ isAbstract: Bool) async throws {
        let rig = try Rig()
        let path = rig.directory.file("notify")
        let manager = try NotifySocket(isAbstract ? "@" + path : path)
        let host = try Program(
            [
                "host", try rig.pack(correct: [1]), "--port", "0", "--no-advertise", "--auto", "--headless", "--json",
                "--database", rig.directory.file("host"),
            ], environment: ["NOTIFY_SOCKET": manager.name])
        let ready = try await manager.message("READY=1\nSTATUS=hosting Test game on port ")
        let port = try #require(try await host.event("lobby").port)
        #expect(manager.messages.elements.first == "READY=1\nSTATUS=hosting Test game on port \(port)")
        host.signal(SIGTERM)
        try await manager.message("STOPPING=1", from: ready)
        #expect(try await host.exit().code == 0)
        // Nobody watches it, so it says nothing in between.
        #expect(manager.messages.elements.count == 2)
    }

    @Test func aBoardIsReadyWithoutAHostAndProvesThatItLives() async throws {
        let rig = try Rig()
        let manager = try NotifySocket(rig.directory.file("notify"))
        let board = try Program(
            [
                "player", "--name", "Ana", "--host", "127.0.0.1:9", "--buttons",
                "mock:\(try rig.file("none.buttons", ""))", "--json", "--database", rig.directory.file("board"),
            ], environment: ["NOTIFY_SOCKET": manager.name, "WATCHDOG_USEC": "40000"])
        var heard = try await manager.message("READY=1\nSTATUS=playing as Ana")
        for _ in 0..<3 { heard = try await manager.message("WATCHDOG=1", from: heard) }
        board.signal(SIGTERM)
        try await manager.message("STOPPING=1", from: heard)
        #expect(try await board.exit().code == 0)
    }

    @Test func aManagerThatIsGoneIsNoReasonToEnd() async throws {
        let rig = try Rig()
        for socket in ["/nonexistent/notify", String(repeating: "x", count: 300), "@", ""] {
            let host = try Program(
                [
                    "host", try rig.pack(correct: [1]), "--port", "0", "--no-advertise", "--auto", "--headless",
                    "--json", "--database", rig.directory.file("host"),
                ], environment: ["NOTIFY_SOCKET": socket, "WATCHDOG_USEC": "20000"])
            try await host.event("lobby")
            host.signal(SIGTERM)
            #expect(try await host.exit() == Program.Exit(code: 0, errors: []))
        }
    }

    @Test(arguments: [
        ([:], nil), (["WATCHDOG_USEC": "500"], 500), (["WATCHDOG_USEC": "500", "WATCHDOG_PID": "7"], 500),
        (["WATCHDOG_USEC": "500", "WATCHDOG_PID": "8"], nil), (["WATCHDOG_USEC": "0"], nil),
        (["WATCHDOG_USEC": "soon"], nil),
    ])
    func onlyItsOwnWatchdogIsFed(_ environment: [String: String], _ patience: Int?) {
        #expect(Watchdog.patience(environment, pid: 7) == patience)
    }
}

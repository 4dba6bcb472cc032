import TestSupport
import Testing

/// What a machine without D-Bus is told. In processes of their own, so that no daemon of this machine is ever asked.
@Suite(.timeLimit(.minutes(1))) struct NoDaemonTests {
    private let directory: TemporaryDirectory
    private let environment: [String: String]

    init() throws {
        directory = try TemporaryDirectory()
        environment = ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(directory.file("none"))"]
    }

    @Test(arguments: [["publish", "QuizBlitz-none", "1"], ["browse"]])
    func waitsWithOneLineThatSaysWhatToDoAndStopsCleanly(arguments: [String]) async throws {
        let probe = try ChildProcess([Probe.path] + arguments, environment: environment)
        let line = try #require(await probe.line())
        #expect(line.hasPrefix("waiting\tthe system D-Bus does not answer; install and start avahi-daemon"))
        #expect(line.contains("--host"))
        let end = await probe.finish()
        #expect(end.lines == ["stopped"])
        #expect(end.status == 0)
    }

    @Test(arguments: [
        (["publish", "", "1"], "service name"), (["publish", "x", "0"], "port 0"),
        (["publish", "x", "1", "=v"], "TXT key"),
    ])
    func anAdvertisementThatCannotWorkFailsAtOnce(arguments: [String], what: String) async throws {
        let probe = try ChildProcess([Probe.path] + arguments, environment: environment)
        #expect(await probe.line()?.hasPrefix("failed\t\(what)") == true)
        #expect(await probe.finish().lines == ["stopped"])
    }

    @Test func aTXTRecordThatBecomesPublishableStartsAnew() async throws {
        let probe = try ChildProcess([Probe.path, "publish", "x", "1", "=v"], environment: environment)
        #expect(await probe.line()?.hasPrefix("failed") == true)
        probe.send("game=g1")
        #expect(await probe.line()?.hasPrefix("waiting") == true)
    }
}

import FoundationEssentials
import TestSupport
import Testing
import Timing

@testable import Buttons
@testable import pulsador

/// What the doctor's checks make of machines of all sorts, each a folder of files.
struct DoctorTests {
    private typealias TemporaryDirectory = TestSupport.TemporaryDirectory

    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// A machine whose files are these.
    private func machine(_ files: [String: String]) throws -> Machine {
        let root = directory.file(UUID().uuidString)
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        for (path, text) in files {
            let url = URL(filePath: root + path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
        var machine = Machine()
        machine.root = root
        machine.mayUse = { _ in false }
        machine.output = { _ in nil }
        machine.powerSaving = { _ in nil }
        machine.kernel = "6.12.43+deb13-arm64"
        return machine
    }

    // MARK: Wi-Fi

    private static let wiFi = [
        "/sys/class/net/wlan0/wireless/x": "", "/sys/class/net/wlan0/operstate": "up\n",
        "/sys/class/net/eth0/operstate": "up\n",
    ]

    @Test(
        arguments: [
            (true, nil, Finding.Result.warning), (false, nil, .ok), (nil, "Power save: on", .warning),
            (nil, "Power save: off", .ok), (nil, "command failed: No such device (-19)", .warning),
            (nil, nil, .warning),
        ] as [(Bool?, String?, Finding.Result)])
    func powerSavingIsAWarning(kernel: Bool?, iw: String?, result: Finding.Result) async throws {
        var machine = try self.machine(Self.wiFi)
        machine.powerSaving = { $0 == "wlan0" ? kernel : nil }
        machine.output = { $0 == ["iw", "dev", "wlan0", "get", "power_save"] ? iw.map { [$0] } : nil }
        let findings = await WiFiCheck(machine: machine).run()
        #expect(findings.map(\.result) == [result])
        #expect(findings[0].text.contains("wlan0") && (findings[0].advice == nil) == (result == .ok))
    }

    @Test func howToTurnItOffFollowsWhoRunsTheNetwork() async throws {
        var machine = try self.machine(Self.wiFi)
        machine.powerSaving = { _ in true }
        let bySystemd = await WiFiCheck(machine: machine).run()
        #expect(bySystemd[0].advice?.contains("iw dev wlan0 set power_save off") == true)
        machine = try self.machine(Self.wiFi.merging(["/run/NetworkManager/x": ""]) { $1 })
        machine.powerSaving = { _ in true }
        let byManager = await WiFiCheck(machine: machine).run()
        #expect(byManager[0].advice?.contains("802-11-wireless.powersave 2") == true)
    }

    @Test func noWiFiOrOneThatIsNotUsedIsFine() async throws {
        let none = try self.machine(["/sys/class/net/eth0/operstate": "up"])
        #expect(await WiFiCheck(machine: none).run().map(\.result) == [.ok])
        let down = try self.machine(["/sys/class/net/wlan0/phy80211/x": "", "/sys/class/net/wlan0/operstate": "down\n"])
        #expect(await WiFiCheck(machine: down).run() == [.ok("wlan0 is not in use")])
    }

    @Test func theKernelIsAskedWithoutHarm() {
        #expect(WirelessExtensions.powerSaving(of: "lo") == nil)
        #expect(WirelessExtensions.powerSaving(of: "a-name-that-is-too-long") == nil)
    }

    // MARK: Permission

    private static let rule = #"SUBSYSTEM=="gpio", KERNEL=="gpiochip[0-9]*", GROUP="gpio", MODE="0660""#

    // Beside the test: within it, Swift 6.0 does not get over a string of another member.
    private static let permissions: [(String, String?, String)] = [
        ("gpio:x:997:ana", rule, "log in again"),
        ("gpio:x:997:bea,ana", "# \(rule)", "write SUBSYSTEM"),
        ("gpio:x:997:bea", rule, "sudo usermod -aG gpio ana; log in again"),
        ("gpio:x:997:", nil, "sudo usermod -aG gpio ana; write SUBSYSTEM"),
        ("other:x:997:ana", rule, "sudo groupadd --system gpio; sudo usermod -aG gpio ana; write SUBSYSTEM"),
    ]

    @Test("the advice has what is missing, and no more", arguments: permissions)
    func permission(groups: String, rule: String?, advice: String) async throws {
        var files = ["/dev/gpiochip0": "", "/dev/gpiochip4": "", "/etc/group": "root:x:0:\n\(groups)\n"]
        files["/usr/lib/udev/rules.d/60-pulsador.rules"] = rule
        let machine = try self.machine(files)
        let findings = await PermissionCheck(machine: machine, devices: .pins, isWanted: true, user: "ana").run()
        #expect(findings.map(\.result) == [.failure])
        #expect(findings[0].text == "ana may not use /dev/gpiochip0 and 1 more")
        #expect(findings[0].advice?.hasPrefix(advice) == true, "\(findings)")
        let unwanted = await PermissionCheck(machine: machine, devices: .pins, isWanted: false, user: "ana").run()
        #expect(unwanted.map(\.result) == [.warning])
    }

    @Test func permissionThatIsThereAndDevicesThatAreNot() async throws {
        var machine = try self.machine(["/dev/gpiochip0": "", "/dev/tty": ""])
        machine.mayUse = { $0 == "/dev/gpiochip0" }
        let pins = await PermissionCheck(machine: machine, devices: .pins, isWanted: true, user: "ana").run()
        #expect(pins == [.ok("ana may use /dev/gpiochip0")])
        #expect(await PermissionCheck(machine: machine, devices: .inputs, isWanted: true, user: "ana").run() == [])
    }

    // MARK: Clocks

    @Test(arguments: [
        ("6.12.43", "arch_sys_counter", Finding.Result.ok), ("5.4.0-1", "tsc", .failure), ("6.1", "jiffies", .warning),
    ])
    func theEventClock(kernel: String, source: String, result: Finding.Result) async throws {
        var machine = try self.machine([
            "/sys/devices/system/clocksource/clocksource0/current_clocksource": "\(source)\n"
        ])
        machine.kernel = kernel
        #expect(await EventClockCheck(machine: machine).run().map(\.result) == [result])
    }

    @Test(
        arguments: [
            (["/run/systemd/timesync/synchronized": ""], nil, "set by the network"), ([:], "yes", "set by the network"),
            ([:], "no", "not set by the network yet"), ([:], nil, "nobody tells"),
        ] as [([String: String], String?, String)])
    func theWallClockOnlyInforms(files: [String: String], answer: String?, text: String) async throws {
        var machine = try self.machine(files)
        machine.output = { $0.first == "timedatectl" ? answer.map { [$0] } : nil }
        let findings = await ClockCheck(machine: machine).run()
        #expect(findings.map(\.result) == [.ok])
        #expect(findings[0].text.hasPrefix(text) && findings[0].text.contains("keeps no time without power"))
        let withClock = try self.machine(["/sys/class/rtc/rtc0/x": ""])
        #expect(await ClockCheck(machine: withClock).run()[0].text.contains("without power") == false)
    }

    // MARK: Disk, Avahi, versions

    @Test func aDiskIsMeasuredAndLeftAsItWas() async throws {
        let findings = await DiskCheck(directory: directory.file("not/yet/there")).run()
        #expect(findings.count == 2)
        #expect(findings[1].text.hasPrefix("\(directory.path) keeps a write for good in "), "\(findings)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
    }

    @Test func aPlaceThatCannotBeWrittenIsAFailure() async {
        let findings = await DiskCheck(directory: "/proc/1/pulsador").run()
        #expect(findings.contains { $0.result == .failure && $0.advice?.contains("--database DIR") == true })
    }

    @Test(
        arguments: [
            (DiscoveryCheck.Answer.isThere, Finding.Result.ok), (.isNot(reason: "no D-Bus; start it"), .warning),
            (nil, .warning),
        ] as [(DiscoveryCheck.Answer?, Finding.Result)])
    func avahi(answer: DiscoveryCheck.Answer?, result: Finding.Result) async {
        let findings = await DiscoveryCheck { answer }.run()
        #expect(findings.map(\.result) == [result])
        #expect((findings[0].advice == nil) == (result == .ok))
    }

    @Test(arguments: [("6.1.0-28-arm64", Finding.Result.ok), ("5.8.1", .warning)])
    func versions(kernel: String, result: Finding.Result) async throws {
        var machine = Machine()
        machine.kernel = kernel
        let findings = await VersionsCheck(machine: machine).run()
        #expect(findings.map(\.result) == [result])
        let words = findings[0].text.split(separator: " ").map(String.init)
        for name in ["pulsador", "libgpiod", "libwebsockets", "SQLite"] {
            let place = try #require(words.firstIndex(of: name))
            #expect(words[place + 1].first?.isNumber == true, "\(findings)")
        }
    }

    // MARK: Pins

    private static func entry(
        _ role: GPIOInspection.Role, _ field: String, _ offset: Int, usedBy consumer: String? = nil,
        isUsed: Bool = false
    ) -> GPIOInspection.Entry {
        GPIOInspection.Entry(
            role: role, field: field, pin: "pin \(offset + 20)",
            line: GPIOLine(
                offset: offset, name: "GPIO\(offset)", isUsed: isUsed || consumer != nil, consumer: consumer,
                isOutput: false, isActiveLow: false, bias: .unknown))
    }

    @Test func linesThatOthersHaveAreNamedWithTheirOwner() {
        let entries = [
            Self.entry(.button, "button-1", 5), Self.entry(.button, "button-2", 6, usedBy: "spi0 CS0"),
            Self.entry(.lamp, "lamp-1", 12, isUsed: true), Self.entry(.beeper, "beeper", 26),
        ]
        let findings = PinsCheck.findings(entries, map: "my.board", severity: .failure)
        #expect(findings.map(\.result) == [.failure, .warning, .ok, .ok])
        #expect(findings[0].text == "button-2 6 (GPIO6) at pin 26 is in use by 'spi0 CS0'")
        #expect(findings[0].advice?.contains("another line in my.board") == true)
        #expect(findings[1].text.contains("a driver or program that gave no name"))
        #expect(findings[2].text == "free: button-1 5 (GPIO5) at pin 25")
        #expect(findings[3].text == "free: beeper 26 (GPIO26) at pin 46")
    }

    @Test func aRunningServiceIsNoTrouble() {
        let entries = [
            Self.entry(.button, "button-1", 5, usedBy: "pulsador"),
            Self.entry(.lamp, "lamp-1", 12, usedBy: "pulsador-lamps"),
        ]
        let findings = PinsCheck.findings(entries, map: "m", severity: .failure)
        #expect(findings.map(\.result) == [.warning])
        #expect(findings[0].advice?.contains("systemctl stop pulsador-player") == true)
    }

    @Test func aMapThatIsWrongIsWhatItIs() async {
        struct Wrong: Error, CustomStringConvertible { let description = "x.board:3: pull: what; do that" }
        for (isWanted, result) in [(true, Finding.Result.failure), (false, .warning)] {
            let findings = await PinsCheck(options: { throw Wrong() }, isWanted: isWanted).run()
            #expect(findings == [Finding(result: result, text: "x.board:3: pull: what", advice: "do that")])
        }
    }

    // MARK: The command

    private struct Line: Decodable {
        let check: String
        let result: String
        let text: String
        let advice: String?
    }

    @Test func aLaptopWithNothingGetsWarningsAndExitCodeZero() async throws {
        let run = try await Program.run("doctor", "--database", directory.path)
        let lines = run.lines.filter { !$0.contains("disk: ") }
        #expect(lines.count >= 6)
        for line in lines { #expect(line.hasPrefix("ok       ") || line.hasPrefix("warning  "), "\(line)") }
        for title in ["versions", "pins", "event clock", "Avahi", "Wi-Fi", "clock"] {
            #expect(lines.contains { $0.dropFirst(9).hasPrefix("\(title): ") }, "\(title): \(lines)")
        }
    }

    @Test func whatWasAskedForAndIsNotThereIsAFailureAndExitCodeOne() async throws {
        let run = try await Program.run(
            "doctor", "--json", "--buttons", "mock:/nonexistent", "--database", directory.path)
        #expect(run.exit.code == 1)
        #expect(run.exit.errors.count == 1 && run.exit.errors[0].contains("a failure"), "\(run.exit.errors)")
        let lines = try run.lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
        let buttons = try #require(lines.first { $0.check == "buttons" })
        #expect(buttons.result == "failure" && buttons.text.contains("/nonexistent: cannot be read"))
        #expect(lines.allSatisfy { ["ok", "warning", "failure"].contains($0.result) && !$0.text.isEmpty })
    }

    @Test func aLiveTestNeedsAPerson() async throws {
        let run = try await Program.run("doctor", "--live")
        #expect(run.exit.code == 2 && run.lines.isEmpty)
        #expect(run.exit.errors.first?.contains("here is no terminal") == true)
    }
}

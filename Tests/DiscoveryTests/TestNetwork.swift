@preconcurrency import Glibc
import Testing

/// A network of namespaces with an avahi-daemon each (see deploy/lib/namespaces), for as long as it is kept.
final class TestNetwork: Sendable {
    private static let script =
        #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
        + "/deploy/lib/namespaces"

    /// Why there can be no such network here; nil when there can.
    static let obstacle: String? = {
        guard let pipe = popen("'\(script)' check", "r") else { return "skipped: no shell" }
        var line = [CChar](repeating: 0, count: 512)
        let said = fgets(&line, Int32(line.count), pipe) != nil
        let text = String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return pclose(pipe) == 0 ? nil : (said ? text : "skipped: \(script) check failed")
    }()

    /// Whether this machine has a program.
    static func has(_ program: String) -> Bool {
        ["/usr/bin", "/bin", "/usr/sbin", "/sbin"].contains { access("\($0)/\(program)", X_OK) == 0 }
    }

    private let holder: ChildProcess
    private let directory: String

    /// Brings up `nodes` nodes, with their daemons running unless `isBare`.
    init(nodes: Int, isBare: Bool = false, isIPv6: Bool = false) async throws {
        holder = try ChildProcess(
            [Self.script, "hold", "\(nodes)"],
            environment: ["NAMESPACES_BARE": isBare ? "1" : "", "NAMESPACES_IPV6": isIPv6 ? "1" : ""]
        )
        let ready = try #require(await holder.line { $0.hasPrefix("ready ") })
        directory = String(ready.dropFirst("ready ".count))
    }

    /// Takes the network down and waits until it is gone.
    func tearDown() async {
        _ = await holder.finish()
    }

    /// Starts `discovery-probe` in a node.
    func probe(in node: Int, _ arguments: String...) throws -> ChildProcess {
        try ChildProcess(
            [Self.script, "run", "\(node)", Probe.path] + arguments, environment: ["NAMESPACES": directory]
        )
    }

    /// Starts another program in a node.
    func start(in node: Int, _ command: String...) throws -> ChildProcess {
        try ChildProcess([Self.script, "run", "\(node)"] + command, environment: ["NAMESPACES": directory])
    }

    /// Starts, stops or kills a daemon, or plugs a cable, and waits until that is done: `control("avahi", 1, "kill")`.
    func control(_ what: String, _ node: Int, _ how: String) async throws {
        let process = try ChildProcess([Self.script, what, "\(node)", how], environment: ["NAMESPACES": directory])
        let (lines, status) = await process.finish()
        try #require(status == 0, "\(what) \(node) \(how): \(lines)")
    }
}

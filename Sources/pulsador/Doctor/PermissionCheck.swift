/// Whether this user may use the pins and the input devices.
struct PermissionCheck: Check {
    /// Files of devices that are opened, and who may.
    enum Devices: Sendable {
        case pins
        case inputs

        var folder: String { self == .pins ? "/dev" : "/dev/input" }
        var prefix: String { self == .pins ? "gpiochip" : "event" }
        var group: String { self == .pins ? "gpio" : "input" }
        var rule: String {
            self == .pins
                ? #"SUBSYSTEM=="gpio", KERNEL=="gpiochip[0-9]*", GROUP="gpio", MODE="0660""#
                : #"SUBSYSTEM=="input", KERNEL=="event*", GROUP="input", MODE="0660""#
        }
    }

    let machine: Machine
    let devices: Devices
    /// Whether the game is to be played with these.
    let isWanted: Bool
    let user: String
    var title: String { "permission" }

    private static let ruleFolders = [
        "/etc/udev/rules.d", "/run/udev/rules.d", "/usr/lib/udev/rules.d", "/lib/udev/rules.d",
    ]

    func run() async -> [Finding] {
        let files = machine.names(in: devices.folder).filter { $0.hasPrefix(devices.prefix) }
            .map { "\(devices.folder)/\($0)" }
        guard !files.isEmpty else { return [] }
        let refused = files.filter { !machine.mayUse($0) }
        guard !refused.isEmpty else { return [.ok("\(user) may use \(Self.words(files))")] }
        let text = "\(user) may not use \(Self.words(refused))"
        return [isWanted ? .failure(text, advice) : .warning(text, advice)]
    }

    private static func words(_ files: [String]) -> String {
        files[0] + (files.count > 1 ? " and \(files.count - 1) more" : "")
    }

    private var advice: String {
        let group = devices.group
        guard let members else {
            return "sudo groupadd --system \(group); sudo usermod -aG \(group) \(user); \(newRule); log in again"
        }
        let join = members.contains(user) ? "" : "sudo usermod -aG \(group) \(user); "
        return "\(join)\(hasRule ? "" : "\(newRule); ")log in again"
    }

    private var newRule: String {
        "write \(devices.rule) into /etc/udev/rules.d/60-pulsador.rules, and sudo udevadm trigger"
    }

    /// The members of the devices' group; nil when there is no such group.
    private var members: [String]? {
        for line in (machine.text("/etc/group") ?? "").split(separator: "\n") {
            let fields = line.split(separator: ":", omittingEmptySubsequences: false)
            if fields.count > 3, fields[0] == devices.group { return fields[3].split(separator: ",").map(String.init) }
        }
        return nil
    }

    /// Whether a rule of udev's gives the devices to their group. Debian's own does for input devices.
    private var hasRule: Bool {
        guard devices == .pins else { return true }
        return Self.ruleFolders.contains { folder in
            machine.names(in: folder).contains { name in
                name.hasSuffix(".rules")
                    && (machine.text("\(folder)/\(name)") ?? "").split(separator: "\n").contains { line in
                        !line.hasPrefix("#") && line.contains("gpio") && line.contains(#"GROUP="gpio""#)
                    }
            }
        }
    }
}

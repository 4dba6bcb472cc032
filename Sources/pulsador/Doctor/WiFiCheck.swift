/// Wi-Fi that sleeps between packets delays a press by up to a tenth of a second, more than anything else.
struct WiFiCheck: Check {
    let machine: Machine
    var title: String { "Wi-Fi" }

    func run() async -> [Finding] {
        let all = machine.names(in: Self.folder).filter { name in
            ["wireless", "phy80211"].contains { machine.exists("\(Self.folder)/\(name)/\($0)") }
        }
        guard !all.isEmpty else { return [.ok("there is none, so nothing of it can sleep")] }
        let used = all.filter { machine.text("\(Self.folder)/\($0)/operstate") != "down" }
        guard !used.isEmpty else { return [.ok("\(all.joined(separator: ", ")) is not in use")] }
        return used.map(finding)
    }

    private static let folder = "/sys/class/net"

    private func finding(_ interface: String) -> Finding {
        switch machine.powerSaving(interface) ?? askIw(interface) {
        case false?: .ok("power saving is off for \(interface)")
        case true?:
            .warning("power saving is on for \(interface), which adds up to 100 ms to a press", advice(interface))
        case nil:
            .warning(
                "the kernel does not tell whether \(interface) saves power",
                "sudo apt install iw, and look at: iw dev \(interface) get power_save")
        }
    }

    /// `Power save: on`.
    private func askIw(_ interface: String) -> Bool? {
        for line in machine.output(["iw", "dev", interface, "get", "power_save"]) ?? [] {
            if line.hasSuffix("Power save: on") { return true }
            if line.hasSuffix("Power save: off") { return false }
        }
        return nil
    }

    private var guide: String {
        let installed = "/usr/share/doc/pulsador/boards.md"
        return machine.exists(installed) ? installed : "Documentation/boards.md"
    }

    private func advice(_ interface: String) -> String {
        machine.exists("/run/NetworkManager")
            ? "sudo nmcli connection modify NAME 802-11-wireless.powersave 2 and nmcli connection up NAME, with NAME from "
                + "nmcli connection"
            : "now: sudo iw dev \(interface) set power_save off; for good: the unit pulsador-wifi.service, which "
                + "\(guide) has"
    }
}

/// The wall clock. Nothing in a game depends on it, so this only tells.
struct ClockCheck: Check {
    let machine: Machine
    var title: String { "clock" }

    func run() async -> [Finding] {
        let hasClock = !machine.names(in: "/sys/class/rtc").isEmpty
        let keeps = hasClock ? "" : "; this board keeps no time without power"
        let text: String
        switch isSynchronised {
        case true?: text = "set by the network"
        case false?: text = "not set by the network yet"
        case nil: text = "nobody tells whether the network sets it"
        }
        return [.ok("\(text)\(keeps); a game needs no right time")]
    }

    private var isSynchronised: Bool? {
        if machine.exists("/run/systemd/timesync/synchronized") { return true }
        switch machine.output(["timedatectl", "show", "--property=NTPSynchronized", "--value"])?.first {
        case "yes"?: return true
        case "no"?: return false
        default: return nil
        }
    }
}

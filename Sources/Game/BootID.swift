import FoundationEssentials

/// Names the running boot of this machine, so that times of `CLOCK_MONOTONIC` are never compared across two.
package enum BootID {
    /// The kernel's random id of the boot. A machine without it gets a new one per process, which only means that an
    /// open question is asked again after a restart.
    package static let current: String = {
        let path = "/proc/sys/kernel/random/boot_id"
        guard let data = try? Data(contentsOf: URL(filePath: path)) else { return UUID().uuidString }
        return String(decoding: data.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }()
}

@preconcurrency import Glibc

/// The kernel's older way to ask about Wi-Fi, which needs no program and no privilege (linux/wireless.h). Drivers of the
/// last years answer through cfg80211.
enum WirelessExtensions {
    /// SIOCGIWPOWER.
    private static let getPower: UInt = 0x8B2D
    /// struct iwreq: 16 bytes of name, then struct iw_param, whose byte 5 is `disabled`.
    private static let requestBytes = 32
    private static let disabledOffset = 16 + 5

    /// Whether an interface sleeps between packets; nil when the kernel does not say.
    static func powerSaving(of interface: String) -> Bool? {
        let name = Array(interface.utf8)
        guard name.count < 16 else { return nil }
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var request = [UInt8](repeating: 0, count: requestBytes)
        request.replaceSubrange(..<name.count, with: name)
        let status = request.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map { ioctl(descriptor, getPower, $0) } ?? -1
        }
        return status == 0 ? request[disabledOffset] == 0 : nil
    }
}

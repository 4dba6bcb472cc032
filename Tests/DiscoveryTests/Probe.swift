@preconcurrency import Glibc

/// Where the tests find `discovery-probe`, which SwiftPM builds next to the test bundle.
enum Probe {
    static let path: String = {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        let executable = String(decoding: buffer.prefix(max(length, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        let directory = executable.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return directory.joined(separator: "/") + "/discovery-probe"
    }()
}

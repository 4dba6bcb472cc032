import Glibc

/// The running kernel's version.
package enum Kernel {
    /// Such as `6.12.43+deb13-arm64`.
    package static var release: String {
        var name = utsname()
        guard uname(&name) == 0 else { return "unknown" }
        return withUnsafeBytes(of: &name.release) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// Whether a release is before a version; one that is not understood is not.
    package static func isOlder(_ release: String, than version: (major: Int, minor: Int)) -> Bool {
        let numbers = release.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
        guard numbers.count == 2 else { return false }
        return (numbers[0], numbers[1]) < version
    }
}

import FoundationEssentials
@preconcurrency import Glibc

/// Where things lie when the command line does not say.
enum Places {
    /// The directory for databases: `$PULSADOR_STATE`, `$XDG_STATE_HOME/pulsador`, or `~/.local/state/pulsador`.
    static var state: String {
        let environment = ProcessInfo.processInfo.environment
        if let state = environment["PULSADOR_STATE"], !state.isEmpty { return state }
        if let state = environment["XDG_STATE_HOME"], !state.isEmpty { return "\(state)/pulsador" }
        let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? "/var/lib"
        return home == "/var/lib" ? "/var/lib/pulsador" : "\(home)/.local/state/pulsador"
    }

    /// A starter pack: `english` or `spanish`. Looks beside the program's source, then where packages put it.
    static func pack(_ language: String) throws -> String {
        let name = "\(language).quiz.json"
        var candidates: [String] = []
        var directory = programPath
        while let slash = directory.lastIndex(of: "/") {
            directory = String(directory[..<slash])
            candidates.append("\(directory)/deploy/packs/\(name)")
        }
        candidates.append("/usr/share/pulsador/packs/\(name)")
        guard let found = candidates.first(where: FileManager.default.fileExists) else {
            throw CommandError("no starter pack '\(name)' found; name one with --pack FILE")
        }
        return found
    }

    /// Where pin maps lie: beside an installed program, where packages put them, and in the source.
    static var boards: [String] {
        var folders: [String] = []
        var directory = programPath
        while let slash = directory.lastIndex(of: "/") {
            directory = String(directory[..<slash])
            folders.append("\(directory)/share/pulsador/boards")
            folders.append("\(directory)/board")
        }
        return folders.filter(FileManager.default.fileExists)
    }

    /// The language of the person, as far as there is a pack for it.
    static var language: String {
        let environment = ProcessInfo.processInfo.environment
        let locale = environment["LC_ALL"] ?? environment["LC_MESSAGES"] ?? environment["LANG"] ?? ""
        return locale.hasPrefix("es") ? "spanish" : "english"
    }

    /// This machine's name, up to the first dot.
    static var hostName: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "board" }
        let bytes = buffer.prefix { $0 != 0 && $0 != CChar(UInt8(ascii: ".")) }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// An IPv4 address that other machines reach this one by, of the first interface that has one; nil without a network.
    static var address: String? {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return nil }
        defer { freeifaddrs(list) }
        for entry in sequence(first: list, next: { $0?.pointee.ifa_next }).compactMap({ $0?.pointee }) {
            let flags = entry.ifa_flags
            guard let address = entry.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET),
                flags & UInt32(IFF_UP) != 0, flags & UInt32(IFF_LOOPBACK) == 0
            else { continue }
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let size = socklen_t(MemoryLayout<sockaddr_in>.size)
            guard getnameinfo(address, size, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else {
                continue
            }
            return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
        return nil
    }

    /// Who runs this, for commands that a person is told to type.
    static var userName: String {
        var entry = passwd()
        var result: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 4096)
        guard getpwuid_r(geteuid(), &entry, &buffer, buffer.count, &result) == 0, result != nil else { return "$USER" }
        return String(cString: entry.pw_name)
    }

    private static var programPath: String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = buffer.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map { readlink("/proc/self/exe", $0, bytes.count) } ?? -1
        }
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : ""
    }
}

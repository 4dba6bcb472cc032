import FoundationEssentials

/// The pin maps that came with the program.
package struct PinMapLibrary: Sendable {
    /// Looked through in this order; one that is missing is passed over.
    package let folders: [String]
    /// Where the kernel says what machine this is.
    private let deviceTrees: [String]

    package init(
        folders: [String], deviceTrees: [String] = ["/sys/firmware/devicetree/base", "/proc/device-tree"]
    ) {
        self.folders = folders
        self.deviceTrees = deviceTrees
    }

    /// The names that `map(_:)` takes, in order.
    package var names: [String] {
        let files = folders.flatMap { (try? FileManager.default.contentsOfDirectory(atPath: $0)) ?? [] }
        return Set(files.filter { $0.hasSuffix(Self.suffix) }.map { String($0.dropLast(Self.suffix.count)) }).sorted()
    }

    /// The map of a name in the library, or of a file: whatever has a `/` in it or ends in `.board`. Throws
    /// `ButtonsError`: unknown, or wrong.
    package func map(_ nameOrFile: String) throws(ButtonsError) -> PinMap {
        if nameOrFile.contains("/") || nameOrFile.hasSuffix(Self.suffix) { return try PinMap(file: nameOrFile) }
        guard let file = file(of: nameOrFile) else {
            throw ButtonsError(
                .unknownBoard, "there is no pin map of this name; there are \(names.listed), or give a FILE.board",
                context: nameOrFile.printable)
        }
        return try PinMap(file: file)
    }

    /// The map for this machine: by what the kernel says it is, else the one whose chip and lines are here. Throws
    /// `ButtonsError`: no chip at all, no map that fits, or a map that is wrong.
    package func detect() throws(ButtonsError) -> PinMap {
        var maps: [PinMap] = []
        for name in names {
            if let file = file(of: name) { maps.append(try PinMap(file: file)) }
        }
        let machine = compatible
        for entry in machine {
            if let map = maps.first(where: { $0.fits(entry) }) { return map }
        }
        let search = GPIOSearch()
        guard !search.paths.isEmpty else { throw search.noChip }
        if let refusal = search.refusal { throw refusal }
        for map in maps where !map.chips.isEmpty || machine.isEmpty {
            if let chip = search.chip(for: map, named: nil), (try? GPIOLayout(map, on: chip)) != nil { return map }
        }
        throw ButtonsError(
            .unknownBoard,
            "no pin map fits \(machine.first.map { "a '\($0.printable)'" } ?? "this machine"); name one of "
                + "\(names.listed) with --board NAME, or write one: --board FILE",
            context: "gpio")
    }

    private static let suffix = ".board"

    private func file(of name: String) -> String? {
        folders.map { "\($0)/\(name)\(Self.suffix)" }.first { FileManager.default.fileExists(atPath: $0) }
    }

    /// What the device tree says the machine is compatible with, the most specific first.
    private var compatible: [String] {
        for tree in deviceTrees {
            guard let data = FileManager.default.contents(atPath: "\(tree)/compatible") else { continue }
            return data.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        }
        return []
    }
}

import CInput
import FoundationEssentials

/// An open input device of the kernel. Used by one thread at a time.
final class EventDevice {
    let path: String
    let name: String
    let handle: OpaquePointer

    /// Opens `/dev/input/eventN`; throws an errno value.
    init(path: String) throws(SystemError) {
        self.path = path
        var handle: OpaquePointer?
        let status = cinput_device_open(path, &handle)
        guard status == 0, let handle else { throw SystemError(status) }
        self.handle = handle
        name = String(cString: cinput_device_name(handle))
    }

    deinit {
        cinput_device_close(handle)
    }

    /// For messages: `event3 "USB Keypad"`.
    var title: String { "\(path.split(separator: "/").last ?? "") \"\(name.printable)\"" }

    func hasKey(_ code: UInt32) -> Bool { cinput_device_has_key(handle, code) }

    /// The paths of this machine's input devices, by number.
    static func paths(in folder: String = "/dev/input") -> [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.compactMap { $0.hasPrefix("event") ? Int($0.dropFirst(5)) : nil }.sorted()
            .map { "\(folder)/event\($0)" }
    }
}

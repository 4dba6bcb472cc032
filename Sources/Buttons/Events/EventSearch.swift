import Glibc

/// Finds the input device that has the buttons.
struct EventSearch {
    private let paths: [String]
    private let folder: String

    init(folder: String = "/dev/input") {
        self.folder = folder
        paths = EventDevice.paths(in: folder)
    }

    /// The device with this path, this name in `by-id`, or this name of its own; without one the first that has four fit
    /// keys. Throws `ButtonsError` with what there is and what to do.
    func find(_ wanted: String?, keys: KeyMap?) throws(ButtonsError) -> (EventDevice, KeyMap) {
        if let wanted { return try named(wanted, keys: keys) }
        var best: (device: EventDevice, choice: KeyChoice)?
        var others: [String] = []
        var refused: String?
        for path in paths {
            do throws(SystemError) {
                let device = try EventDevice(path: path)
                others.append(device.title)
                if let keys {
                    if KeyChoice.has(keys, device.hasKey) { return (device, keys) }
                } else if let choice = KeyChoice(device.hasKey), best.map({ choice.rank < $0.choice.rank }) ?? true {
                    best = (device, choice)
                }
            } catch {
                if error.code == EACCES || error.code == EPERM { refused = refused ?? path }
            }
        }
        if let best { return (best.device, best.choice.keys) }
        if let refused { throw Self.noPermission(refused) }
        let there = others.isEmpty ? "there is none at all" : "there are \(others.listed)"
        throw ButtonsError(
            .noDevice,
            "no input device has four keys for the buttons; \(there): plug one in, or name one with "
                + "--buttons events:DEVICE and its keys with --keys", context: folder)
    }

    private func named(_ wanted: String, keys: KeyMap?) throws(ButtonsError) -> (EventDevice, KeyMap) {
        let candidates = wanted.hasPrefix("/") ? [wanted] : ["\(folder)/by-id/\(wanted)", "\(folder)/\(wanted)"]
        var refused: String?
        var others: [String] = []
        var found: EventDevice?
        for path in candidates + (wanted.hasPrefix("/") ? [] : paths) where found == nil {
            do throws(SystemError) {
                let device = try EventDevice(path: path)
                if candidates.contains(path) || device.name == wanted {
                    found = device
                } else {
                    others.append(device.title)
                }
            } catch {
                if error.code == EACCES || error.code == EPERM { refused = refused ?? path }
            }
        }
        guard let found else {
            if let refused { throw Self.noPermission(refused) }
            let there = others.isEmpty ? "there is no other" : "there are \(others.listed)"
            throw ButtonsError(
                .noDevice,
                "there is no such input device; \(there): plug it in, or name another with --buttons events:DEVICE",
                context: wanted.printable)
        }
        if let keys = keys ?? KeyChoice(found.hasKey)?.keys, KeyChoice.has(keys, found.hasKey) { return (found, keys) }
        throw ButtonsError(
            .noLine, "this device does not have these keys for the four buttons; choose others with --keys",
            context: found.title)
    }

    private static func noPermission(_ path: String) -> ButtonsError {
        ButtonsError(
            .noPermission,
            "this user may not read input devices; run 'sudo usermod -aG input $USER' and log in again", context: path)
    }
}

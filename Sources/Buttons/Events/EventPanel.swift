import Glibc

/// Four keys of an input device: a USB keypad, a USB buzzer, or pins that a `gpio-keys` overlay made keys of.
///
/// The kernel stamps a key with the monotonic clock when it arrives, for USB up to 8 ms after the finger. A device that is
/// unplugged is waited for.
package final class EventPanel: ButtonPanel {
    /// What to open.
    package struct Options: Sendable {
        /// Path, name in `/dev/input/by-id`, or the device's own name; nil: the first that has four fit keys.
        package var device: String?
        /// nil: the usual ones, see `KeyChoice`.
        package var keys: KeyMap?
        /// Keep the device's keys from everybody else, such as the console.
        package var grabs = false

        package init() {}
    }

    /// The device, for a person: `event3 "USB Keypad"`.
    package let title: String
    private let reader: EdgeReader

    /// Opens the device. Throws `ButtonsError` with one line that says what to do. `tell` is called on the panel's thread.
    package init(_ options: Options, tell: @escaping @Sendable (PanelState) -> Void) throws(ButtonsError) {
        let input = try Self.open(options)
        title = input.title
        reader = try EdgeReader(
            "input events", input,
            reopening: EdgeReopening(
                folders: ["/dev", "/dev/input", "/dev/input/by-id"],
                open: { () throws(ButtonsError) in try Self.open(options) }, tell: tell))
    }

    package func onContact(_ handler: @escaping @Sendable (Press) -> Void) {
        reader.onContact(handler)
    }

    package func onHold(_ handler: @escaping @Sendable (Press) -> Void) {
        reader.onHold(handler)
    }

    package func start(_ handler: @escaping @Sendable (Press) -> Void) throws {
        try reader.start(handler)
    }

    package func stop() {
        reader.stop()
    }

    private static func open(_ options: Options) throws(ButtonsError) -> any EdgeSource {
        let (device, keys) = try EventSearch().find(options.device, keys: options.keys)
        do throws(SystemError) {
            return try EventInput(device, keys: keys, grabs: options.grabs)
        } catch {
            guard error.code == EBUSY else { throw ButtonsError(.system, "\(error)", context: device.title) }
            throw ButtonsError(
                .busy, "another program keeps this device for itself; end that, or play without --grab",
                context: device.title)
        }
    }
}

import CInput
import Glibc
import Timing

/// Four keys of an input device.
///
/// The device debounces them, so there are no spikes; a key that repeats is one press.
///
/// SAFETY: `@unchecked`: its maker hands it to the reader's thread, and only one of them uses it at a time.
final class EventInput: EdgeSource, @unchecked Sendable {
    var spike: Duration { .zero }
    var sequence: UInt64? { nil }
    let title: String

    private var device: EventDevice?
    private let keys: KeyMap

    /// - Parameter grabs: keeps the device's keys from everybody else. Throws an errno value when that is refused.
    init(_ device: EventDevice, keys: KeyMap, grabs: Bool) throws(SystemError) {
        if grabs {
            let status = cinput_device_grab(device.handle)
            guard status == 0 else { throw SystemError(status) }
        }
        self.device = device
        self.keys = keys
        title = device.title
    }

    var descriptor: Int32 { device.map { cinput_device_descriptor($0.handle) } ?? -1 }

    func read(into edges: inout [Edge]) throws(ButtonsError) -> Bool {
        guard let device else { throw gone(ENODEV) }
        var isLossy = false
        var event = cinput_event()
        while true {
            let kind = cinput_device_next(device.handle, &event)
            guard kind >= 0 else { throw gone(-kind) }
            switch cinput_event_kind(UInt32(kind)) {
            case CINPUT_KEY:
                // 2 is the kernel's repetition.
                guard event.value < 2, let button = keys.button(of: event.code) else { continue }
                edges.append(
                    Edge(
                        line: button, isActive: event.value == 1, time: MonotonicTime(nanoseconds: event.time_ns)))
            case CINPUT_LOST: isLossy = true
            default: return isLossy
            }
        }
    }

    func levels() throws(ButtonsError) -> [Bool] {
        guard let device else { throw gone(ENODEV) }
        return keys.buttons.map { codes in codes.contains { cinput_device_is_down(device.handle, $0) } }
    }

    func close() {
        device = nil
    }

    private func gone(_ code: Int32) -> ButtonsError {
        let reason = code == ENODEV ? "the device was unplugged" : "\(SystemError(code))"
        return ButtonsError(.gone, reason, context: title)
    }
}

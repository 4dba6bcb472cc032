import Glibc

/// Hears of files that come, go, or get another owner, through inotify. Without it, or without the folder, it hears nothing,
/// and whoever waits has only time to go by.
final class FolderWatch {
    /// Readable when there is news; -1 when there can be none.
    let descriptor: Int32
    private let folders: [String]

    init(_ folders: [String]) {
        self.folders = folders
        descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        watch()
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Takes all news; returns whether there was any.
    func takeNews() -> Bool {
        guard descriptor >= 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 4096)
        var isNews = false
        while read(descriptor, &buffer, buffer.count) > 0 { isNews = true }
        // /dev/input goes with its last device, and its watch with it; asking for one that is there changes nothing.
        if isNews { watch() }
        return isNews
    }

    private func watch() {
        guard descriptor >= 0 else { return }
        // The device file first appears, then udev gives it to its group.
        let events = UInt32(IN_CREATE | IN_ATTRIB | IN_MOVED_TO | IN_DELETE)
        for folder in folders { _ = inotify_add_watch(descriptor, folder, events) }
    }
}

import CWebSocket
import Glibc

/// POSIX threads with a name.
enum LoopThread {
    private final class Start: Sendable {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }

    /// Starts a thread that runs `body`. It must be joined or detached. Throws ``WebSocketError/Code/system``.
    static func start(name: String, _ body: @escaping @Sendable () -> Void) throws -> pthread_t {
        // SAFETY: the new thread takes over the reference; without a thread it is released here.
        let start = Unmanaged.passRetained(Start(name: name, body: body))
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { raw in
                guard let raw else { return nil }
                let start = Unmanaged<Start>.fromOpaque(raw).takeRetainedValue()
                cws_name_thread(start.name)
                start.body()
                return nil
            }, start.toOpaque())
        guard result == 0 else {
            start.release()
            let reason = String(cString: strerror(result))
            throw WebSocketError(.system, "cannot start the thread '\(name)': \(reason)", context: reason)
        }
        return thread
    }
}

import CWebSocket
import Glibc
import Synchronization

/// The thread behind a ``WebSocketLoop``: it owns the libwebsockets context and everything that hangs on it.
///
/// SAFETY: `handle` is used by other threads only under the inbox's lock, to wake the loop, and is freed only after the
/// inbox was closed. `channels`, `listeners` and `isEnding` are touched only on the loop thread: in ``run()``, in the tasks it
/// performs and in libwebsockets' callbacks.
final class EventLoop: @unchecked Sendable {
    /// Something to do on the loop thread.
    enum Task: Sendable {
        /// Look at a connection's outbox.
        case service(UInt64)
        /// Stop or resume reading from a connection.
        case pause(UInt64, Bool)
        case run(@Sendable (EventLoop) -> Void)
    }

    private struct Inbox {
        var tasks: [Task] = []
        var isWoken = false
        var isStopping = false
        var isJoined = false
        var thread: pthread_t?
    }

    private let inbox = Mutex(Inbox())
    private let threadID = Atomic<UInt>(0)
    let handle: OpaquePointer
    private var channels: [UInt64: Channel] = [:]
    private var listeners: [UInt64: Listener] = [:]
    private var isEnding = false

    /// Makes the context and starts the thread.
    init(name: String) throws {
        var callbacks = Self.callbacks
        guard let handle = cws_loop_new(&callbacks) else {
            let reason = String(cString: cws_last_error())
            throw WebSocketError(.system, "cannot start the WebSocket loop: \(reason)", context: reason)
        }
        self.handle = handle
        do {
            let thread = try LoopThread.start(name: name) { self.run() }
            inbox.withLock { $0.thread = thread }
        } catch {
            cws_loop_free(handle)
            throw error
        }
    }

    private var isOnThread: Bool { threadID.load(ordering: .relaxed) == UInt(pthread_self()) }

    /// Hands a task to the loop thread; false when the loop was stopped. A burst of tasks wakes it once, and the loop
    /// thread itself needs no waking.
    @discardableResult
    func post(_ task: Task) -> Bool {
        let isOwn = isOnThread
        return inbox.withLock { inbox in
            guard !inbox.isStopping else { return false }
            inbox.tasks.append(task)
            if !isOwn, !inbox.isWoken {
                inbox.isWoken = true
                cws_loop_wake(handle)
            }
            return true
        }
    }

    /// Ends the thread and waits for it, unless it is this one. Idempotent.
    func stop() {
        let isOwn = isOnThread
        let thread: pthread_t? = inbox.withLock { inbox in
            if !inbox.isStopping {
                inbox.isStopping = true
                cws_loop_wake(handle)
            }
            guard !inbox.isJoined, let thread = inbox.thread else { return nil }
            inbox.isJoined = true
            return thread
        }
        guard let thread else { return }
        if isOwn { pthread_detach(thread) } else { pthread_join(thread, nil) }
    }

    private func run() {
        threadID.store(UInt(pthread_self()), ordering: .relaxed)
        while perform(), cws_loop_service(handle) >= 0 {}
        // Who asked for a connection before the end was known is owed an answer.
        let rest = inbox.withLock { inbox in
            inbox.isStopping = true
            defer { inbox.tasks = [] }
            return inbox.tasks
        }
        for task in rest { perform(task) }
        for channel in channels.values { channel.finish(.dropped) }
        cws_loop_free(handle)
        channels = [:]
        listeners = [:]
    }

    /// Performs what was posted, also by the tasks themselves; false when the loop is to end now.
    private func perform() -> Bool {
        while true {
            let (tasks, isStopping) = takeTasks()
            for task in tasks { perform(task) }
            guard tasks.isEmpty else { continue }
            guard isStopping else { return true }
            guard isEnding else {
                beginToEnd()
                continue
            }
            return channels.values.contains { !$0.isFinished }
        }
    }

    private func perform(_ task: Task) {
        switch task {
        case .service(let id): channels[id]?.service()
        case .pause(let id, let isPaused): channels[id]?.pause(isPaused)
        case .run(let body): body(self)
        }
    }

    /// What was posted since the last time, and whether the loop was told to stop.
    private func takeTasks() -> ([Task], isStopping: Bool) {
        inbox.withLock { inbox in
            inbox.isWoken = false
            defer { inbox.tasks = [] }
            return (inbox.tasks, inbox.isStopping)
        }
    }

    /// Whoever was told to close gets a moment to say so to its peer; all else ends here.
    private func beginToEnd() {
        isEnding = true
        for listener in listeners.values { listener.close() }
        for channel in channels.values { channel.loopEnds() }
    }
}

// MARK: - On the loop thread

extension EventLoop {
    func openListener(
        _ id: UInt64, _ descriptor: Int32, options: WebSocketServerOptions, handler: WebSocketServerHandler
    ) {
        let listener = Listener(loop: self, options: options, handler: handler)
        listeners[id] = listener
        listener.open(descriptor)
    }

    func closeListener(_ id: UInt64) {
        listeners.removeValue(forKey: id)?.close()
    }

    func openClient(
        _ connection: WebSocketConnection, options: WebSocketClientOptions, handler: WebSocketConnectionHandler
    ) {
        let channel = ClientChannel(connection, loop: self, options: options, handler: handler)
        channels[connection.id] = channel
        channel.start()
    }

    func channel(_ id: UInt64) -> Channel? {
        channels[id]
    }

    func add(_ channel: Channel) {
        channels[channel.connection.id] = channel
    }

    func remove(_ channel: Channel) {
        channels[channel.connection.id] = nil
    }
}

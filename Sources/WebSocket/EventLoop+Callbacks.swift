import CWebSocket
import Timing

extension EventLoop {
    /// libwebsockets' callbacks, each a call of the object it is about.
    static var callbacks: cws_callbacks {
        cws_callbacks(
            admit: { owner, address in
                guard let channel = listenerOf(owner).admit(String(cString: address)) else { return nil }
                return Unmanaged.passUnretained(channel as Channel).toOpaque()
            },
            admitted: { owner, handle in channelOf(owner).attach(handle) },
            requested: { owner in channelOf(owner).requested() },
            opened: { owner in channelOf(owner).opened() },
            alive: { owner, time in channelOf(owner).alive(MonotonicTime(nanoseconds: time)) },
            message: { owner, bytes, count, time in
                let message = Array(UnsafeBufferPointer(start: bytes, count: count))
                channelOf(owner).received(message, at: MonotonicTime(nanoseconds: time))
            },
            too_large: { owner in channelOf(owner).receivedTooMuch() },
            writable: { owner in channelOf(owner).writable() },
            peer_closed: { owner, code, reason, count in
                let text = String(decoding: UnsafeBufferPointer(start: reason, count: count), as: UTF8.self)
                channelOf(owner).peerClosed(code: code, reason: text)
            },
            failed: { owner, status, text in channelOf(owner).failed(status: Int(status), text: String(cString: text))
            },
            closed: { owner in channelOf(owner).detached() },
            fired: { owner in channelOf(owner).timerFired() }
        )
    }
}

// SAFETY: the loop keeps every channel until its C handle has reported `closed` and its timer is freed, and every
// listener until its C handle is closed; all on the loop thread, where the callbacks are called.
private func channelOf(_ owner: UnsafeMutableRawPointer) -> Channel {
    Unmanaged<Channel>.fromOpaque(owner).takeUnretainedValue()
}

// SAFETY: as above.
private func listenerOf(_ owner: UnsafeMutableRawPointer) -> Listener {
    Unmanaged<Listener>.fromOpaque(owner).takeUnretainedValue()
}

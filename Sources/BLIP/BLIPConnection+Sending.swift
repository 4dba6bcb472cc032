extension BLIPConnection {
    /// Queues a request.
    ///
    /// The reply comes as one `BLIPEvent.reply` with the returned handle, or with `streamReply` as `replyPart`s, which are
    /// not held and may be of any size (errors still come as `reply`). A request without reply needs no handle.
    ///
    /// After a fatal error the request goes nowhere.
    @discardableResult
    package mutating func send(_ request: BLIPMessage, streamReply: Bool = false) -> BLIPRequestID {
        let id = BLIPRequestID(value: nextRequestID)
        nextRequestID += 1
        guard failure == nil else { return id }
        let sent = request.noReply ? nil : SentRequest(id: id, streamsReply: streamReply)
        if sent != nil { openRequests += 1 }
        outbox.append(OutgoingMessage(request: request, compressing: compresses, sent: sent))
        return id
    }

    /// Queues the reply to the peer's request `number`. Ignored if the request wants none, has got one, or never was.
    package mutating func reply(to number: UInt64, _ message: BLIPMessage) {
        guard case .waiting = unanswered[number] else { return }
        queueReply(message, kind: .reply, number: number)
    }

    /// Queues an error reply, as urgent as the request was. `domain` is `HTTP` or `BLIP`; `message` is for a person and
    /// goes to the peer. Ignored as in `reply`.
    package mutating func replyError(to number: UInt64, domain: String, code: Int, message: String) {
        guard case .waiting(let isUrgent) = unanswered[number] else { return }
        var reply = BLIPRemoteError(domain: domain, code: code, message: message).reply
        reply.isUrgent = isUrgent
        queueReply(reply, kind: .error, number: number)
    }

    /// The next frame to write as one binary WebSocket message; nil if there is none now: all was written, or what is
    /// left waits for the peer's acknowledgements.
    ///
    /// Throws if zlib fails, if a request cannot be encoded, or if a streamed body fails that had begun. A reply that
    /// fails before its first frame becomes the error reply `BLIP`/501 instead.
    package mutating func nextFrame() throws(BLIPError) -> [UInt8]? {
        if let failure { throw failure }
        if let ack = outbox.nextAck() {
            return FrameCodec.encodeAck(ack.key, byteCount: ack.byteCount)
        }
        guard var next = outbox.next() else { return nil }
        do {
            return try frame(of: &next.message, whileUrgentWaits: next.whileUrgentWaits)
        } catch {
            fail(error)
            throw error
        }
    }

    private var compresses: Bool { limits.compressionLevel > 0 }

    private mutating func queueReply(_ message: BLIPMessage, kind: FrameKind, number: UInt64) {
        unanswered[number] = .replying
        outbox.append(OutgoingMessage(reply: message, kind: kind, number: number, compressing: compresses))
    }

    private mutating func frame(
        of message: inout OutgoingMessage, whileUrgentWaits: Bool
    ) throws(BLIPError) -> [UInt8] {
        var frameBytes = max(limits.frameBytes, Tuning.minimumFrameBytes)
        if whileUrgentWaits { frameBytes = min(frameBytes, Tuning.frameBytesWhileUrgentWaits) }
        try fill(&message, frameBytes: frameBytes)
        if !message.hasStarted { start(&message) }

        let header = FrameHeader(number: message.number, kind: message.kind, flags: message.flags)
        let isFirst = !message.hasStarted
        message.hasStarted = true
        let frame = try codec.encode(header, payload: &message.payload, frameBytes: frameBytes)
        if !message.payload.isAtEnd {
            outbox.frameWritten(message, byteCount: frame.count - header.byteCount)
        } else {
            if !isFirst { outbox.finished(message) }
            if message.kind != .request { unanswered[message.number] = nil }
        }
        return frame
    }

    /// Pulls what one frame takes from the body. A reply that fails and has not begun becomes an error reply.
    private func fill(_ message: inout OutgoingMessage, frameBytes: Int) throws(BLIPError) {
        let compressed = message.flags.contains(.compressed)
        do {
            try message.payload.fill(
                beyond: FrameCodec.payloadBytes(compressed: compressed, frameBytes: frameBytes)
            )
        } catch {
            guard message.kind != .request, !message.hasStarted else { throw error }
            var reply = BLIPRemoteError(domain: "BLIP", code: 501, message: "the reply could not be read").reply
            reply.isUrgent = message.isUrgent
            message = OutgoingMessage(reply: reply, kind: .error, number: message.number, compressing: compresses)
        }
    }

    /// Gives a request its number.
    private mutating func start(_ message: inout OutgoingMessage) {
        guard message.kind == .request else { return }
        message.number = nextOutgoingNumber
        nextOutgoingNumber += 1
        if let request = message.request { sentRequests[message.number] = request }
    }
}

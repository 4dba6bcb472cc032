extension BLIPConnection {
    /// Takes one binary WebSocket message and returns what it completes, usually one event or none. Queues
    /// acknowledgements by itself.
    ///
    /// Throws on everything that the protocol forbids and on everything above `BLIPLimits`: request numbers that skip,
    /// repeat or go on after the end; replies to requests we never sent; a message that changes its kind; bad checksums,
    /// numbers, flags, properties, compressed data. What a peer may say too late is ignored: acknowledgements for
    /// messages that are finished or never were, and replies to requests that wanted none or have got one.
    package mutating func receive(_ frame: [UInt8]) throws(BLIPError) -> [BLIPEvent] {
        if let failure { throw failure }
        do {
            return try accept(frame)
        } catch {
            fail(error)
            throw error
        }
    }

    private mutating func accept(_ frame: [UInt8]) throws(BLIPError) -> [BLIPEvent] {
        guard frame.count <= limits.maxIncomingFrameBytes else {
            throw BLIPError(
                .tooLarge, "\(frame.count) bytes are above the limit of \(limits.maxIncomingFrameBytes) for a frame"
            )
        }
        var start = 0
        let header = try FrameHeader.read(frame, at: &start)
        if header.kind.isAck {
            let byteCount = try FrameCodec.decodeAck(header, in: frame, from: start)
            outbox.acknowledged(
                MessageKey(number: header.number, isReply: header.kind == .replyAck), byteCount: byteCount
            )
            return []
        }
        let payload = try codec.decodePayload(of: header, in: frame, from: start)
        let received = frame.count - start
        guard header.kind == .request else { return try acceptReply(header, payload, received: received) }
        return try acceptRequest(header, payload, received: received)
    }

    private mutating func acceptRequest(
        _ header: FrameHeader, _ payload: [UInt8], received: Int
    ) throws(BLIPError) -> [BLIPEvent] {
        let key = MessageKey(number: header.number, isReply: false)
        if header.number == nextIncomingNumber {
            nextIncomingNumber += 1
        } else if partial[key] == nil {
            throw BLIPError(
                .badMessageNumber,
                "the next request of the peer is #\(nextIncomingNumber) and no such request is under way",
                context: header.context
            )
        }
        var message = takePartial(key, header)
        try message.append(payload, limit: limits.maxMessageBytes)
        acknowledge(key, &message, received: received)
        if header.flags.contains(.moreComing) {
            try putPartial(key, message)
            return []
        }
        return [.request(try finishRequest(message))]
    }

    private mutating func finishRequest(_ complete: IncomingMessage) throws(BLIPError) -> BLIPIncomingRequest {
        var message = complete
        let header = message.header
        let properties = try message.completeProperties()
        let noReply = header.flags.contains(.noReply)
        let isUrgent = header.flags.contains(.urgent)
        if !noReply {
            unanswered[header.number] = .waiting(isUrgent: isUrgent)
            guard unanswered.count <= limits.maxUnansweredRequests else {
                throw BLIPError(
                    .tooMany,
                    "\(unanswered.count) requests are unanswered; the peer must wait for replies, or read them",
                    context: header.context
                )
            }
        }
        return BLIPIncomingRequest(
            number: header.number, properties: properties, body: message.takeBody(), noReply: noReply,
            isUrgent: isUrgent, isCompressed: header.flags.contains(.compressed)
        )
    }

    private mutating func acceptReply(
        _ header: FrameHeader, _ payload: [UInt8], received: Int
    ) throws(BLIPError) -> [BLIPEvent] {
        guard let request = sentRequests[header.number] else {
            guard header.number < nextOutgoingNumber else {
                throw BLIPError(.badMessageNumber, "we sent no such request", context: header.context)
            }
            return []
        }
        let key = MessageKey(number: header.number, isReply: true)
        var message = takePartial(key, header)
        guard message.header.kind == header.kind else {
            throw BLIPError(
                .badMessageNumber, "the reply began as \(message.header.kind)", context: header.context
            )
        }
        try message.append(payload, limit: limits.maxMessageBytes)
        acknowledge(key, &message, received: received)

        let isLast = !header.flags.contains(.moreComing)
        if isLast {
            sentRequests[header.number] = nil
            openRequests -= 1
        }
        if request.streamsReply, header.kind == .reply {
            return try acceptPart(of: message, key, request, isLast: isLast)
        }
        guard isLast else {
            try putPartial(key, message)
            return []
        }
        let properties = try message.completeProperties()
        let body = message.takeBody()
        let error = header.kind == .error ? BLIPRemoteError(properties: properties, body: body) : nil
        return [.reply(request.id, BLIPReply(properties: properties, body: body, error: error))]
    }

    /// Hands over what came of a streamed reply, once its properties are complete.
    private mutating func acceptPart(
        of incoming: IncomingMessage, _ key: MessageKey, _ request: SentRequest, isLast: Bool
    ) throws(BLIPError) -> [BLIPEvent] {
        var message = incoming
        var events: [BLIPEvent] = []
        if isLast { _ = try message.completeProperties() }
        if let properties = message.properties {
            let isFirst = message.announce()
            let bytes = message.takeBody()
            if isFirst || isLast || !bytes.isEmpty {
                events.append(
                    .replyPart(request.id, properties: isFirst ? properties : nil, bytes: bytes, isLast: isLast)
                )
            }
        }
        if !isLast { try putPartial(key, message) }
        return events
    }

    /// Takes a message that is under way out of the books, or begins one.
    private mutating func takePartial(_ key: MessageKey, _ header: FrameHeader) -> IncomingMessage {
        guard let message = partial.removeValue(forKey: key) else { return IncomingMessage(header) }
        incomingBytes -= message.buffer.count
        return message
    }

    /// Puts a message that is under way (back) into the books. Throws `.tooMany`, `.tooLarge`.
    private mutating func putPartial(_ key: MessageKey, _ message: IncomingMessage) throws(BLIPError) {
        partial[key] = message
        incomingBytes += message.buffer.count
        guard partial.count <= limits.maxPartialMessages else {
            throw BLIPError(
                .tooMany, "\(partial.count) messages are incomplete; the peer must finish some before it begins others",
                context: message.header.context
            )
        }
        guard incomingBytes <= limits.maxPartialBytes else {
            throw BLIPError(
                .tooLarge, "\(incomingBytes) bytes of incomplete messages are above the limit; the peer must send less",
                context: message.header.context
            )
        }
    }

    /// Queues an acknowledgement if it is time for one. LiteCore acknowledges a message's last frame too; nobody needs
    /// that, so a peer that does not read is not allowed to pile them up.
    private mutating func acknowledge(_ key: MessageKey, _ message: inout IncomingMessage, received: Int) {
        guard let total = message.count(received), outbox.ackCount < limits.maxPartialMessages else { return }
        outbox.appendAck(key, byteCount: total)
    }
}

/// The bytes of an outgoing message that have not been framed: the length of the properties, the properties, the body.
struct OutgoingPayload {
    private var head: [UInt8]
    private var body: [UInt8]
    private var source: (any BLIPBodySource)?
    private var failure: BLIPError?
    /// Bytes of `head` and then `body` that are gone.
    private var taken = 0

    init(_ message: BLIPMessage) {
        head = []
        switch message.body {
        case .bytes(let bytes): body = bytes
        case .stream(let source):
            body = []
            self.source = source
        }
        do {
            let properties = try message.properties.encoded()
            head.reserveCapacity(properties.count + 3)
            Varint.append(UInt64(properties.count), to: &head)
            head += properties
        } catch {
            failure = error
        }
    }

    /// Bytes that are in memory.
    var heldBytes: Int { head.count + body.count - taken }

    /// Whether all was taken. Only certain after `fill`.
    var isAtEnd: Bool { source == nil && heldBytes == 0 }

    /// Pulls from the source until more than `target` bytes are held or it ended, so that whoever takes `target` bytes
    /// knows whether others follow. Throws `.bodyFailed`, and `.badProperties` if the properties cannot be encoded.
    mutating func fill(beyond target: Int) throws(BLIPError) {
        if let failure { throw failure }
        while let source, heldBytes <= target {
            discardTaken()
            let bytes: [UInt8]
            do {
                bytes = try source.next(maxBytes: target + 1 - heldBytes)
            } catch {
                let failure = BLIPError(.bodyFailed, "the source of a body failed: \(error)")
                self.failure = failure
                throw failure
            }
            if bytes.isEmpty { self.source = nil } else { body += bytes }
        }
    }

    /// Moves up to `maxBytes` held bytes to the end of `frame`.
    mutating func take(_ maxBytes: Int, into frame: inout [UInt8]) {
        let end = taken + min(maxBytes, heldBytes)
        if taken < head.count {
            frame += head[taken..<min(end, head.count)]
        }
        if end > head.count {
            frame += body[(max(taken, head.count) - head.count)..<(end - head.count)]
        }
        taken = end
    }

    private mutating func discardTaken() {
        guard taken >= head.count else { return }
        body.removeFirst(taken - head.count)
        head = []
        taken = 0
    }
}

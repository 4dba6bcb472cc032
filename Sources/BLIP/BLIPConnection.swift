/// One end of a BLIP 3 connection: frames in, events out; messages in, frames out.
///
/// It does no I/O and knows no time: its owner hands it each binary WebSocket message (`receive`), and writes what
/// `nextFrame` returns for as long as the socket takes it. After each `receive`, `send` and `reply` there may be new frames.
///
///     var connection = BLIPConnection()
///     let id = connection.send(BLIPMessage(properties: ["Profile": "getCollections"]))
///     while let frame = try connection.nextFrame() { socket.send(frame) }
///     for event in try connection.receive(incoming) { … }
///
/// Use it from one thread at a time, and do not go on with a copy: copies share the state of their compression.
///
/// Whatever it throws is fatal. It releases what it holds, throws the same error from then on, and its owner closes the
/// WebSocket with 1011.
package struct BLIPConnection {
    let limits: BLIPLimits
    var codec: FrameCodec
    var failure: BLIPError?

    var outbox = Outbox()
    var nextRequestID: UInt64 = 1
    /// The number that our next request gets.
    var nextOutgoingNumber: UInt64 = 1
    /// Our requests that wait for a reply, by the number they got.
    var sentRequests: [UInt64: SentRequest] = [:]

    /// The number that the peer's next request must have.
    var nextIncomingNumber: UInt64 = 1
    /// Messages that have begun and not ended.
    var partial: [MessageKey: IncomingMessage] = [:]
    var unanswered: [UInt64: UnansweredRequest] = [:]

    /// Requests sent that want a reply and have not got it (all of it), whether or not a frame of them was written.
    package internal(set) var openRequests = 0

    /// Bytes held of incoming messages that are not complete.
    package internal(set) var incomingBytes = 0

    /// A connection on which nothing was sent or received.
    package init(limits: BLIPLimits = BLIPLimits()) {
        self.limits = limits
        codec = FrameCodec(limits: limits)
    }

    /// Whether `nextFrame` would return one.
    package var hasFrames: Bool { failure == nil && outbox.hasFrames }

    /// Bytes of outgoing messages that are held in memory and not yet framed: properties and bodies, of streamed bodies
    /// only what was pulled.
    package var queuedBytes: Int { outbox.heldBytes }

    /// Ends the connection: nothing held is of use any more.
    mutating func fail(_ error: BLIPError) {
        failure = error
        outbox = Outbox()
        partial = [:]
        incomingBytes = 0
        unanswered = [:]
        sentRequests = [:]
    }
}

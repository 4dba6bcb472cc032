/// Every limit of this room, with its unit and its reason.
enum Tuning {
    /// Bytes of one incoming message; Couchbase Lite refuses more than 1 MiB too.
    static let maxMessageBytes = 1 << 20

    /// Bytes queued for sending above which a connection counts as slow.
    static let highWaterBytes = 1 << 20
    /// Bytes queued below which a slow connection counts as drained; well under the mark above, so that it does not flap.
    static let lowWaterBytes = 256 << 10
    /// Bytes queued at which a connection is given up: its peer has stopped reading.
    static let maxBufferedBytes = 32 << 20

    /// Time from the TCP connection to the end of the handshake, server side; a board needs milliseconds.
    static let handshakeTimeout = Duration.seconds(10)
    /// Time from `connect` to the open WebSocket, names resolved included; Couchbase Lite waits as long.
    static let connectTimeout = Duration.seconds(15)
    /// Time for the queued messages and the closing handshake; Couchbase Lite waits as long for the echo.
    static let closeTimeout = Duration.seconds(5)
    /// The same once the loop was stopped: enough for a room full of boards on Wi-Fi, not felt by who ends a program.
    static let stopTimeout = Duration.seconds(1)

    /// Silence after which a PING goes out. Couchbase Lite takes 300 s; a game wants to know sooner that a board is gone.
    static let pingInterval = Duration.seconds(20)
    /// Silence after the PING that ends the connection.
    static let pongTimeout = Duration.seconds(10)

    /// Connections a server serves at once unless told otherwise.
    static let maxConnections = 256
    /// TCP connections beyond the served ones that may be in their handshake or hear that the room is full; one more
    /// is closed unheard, so that idle connections cannot use up the descriptors.
    static let handshakeHeadroom = 64
    /// The same for one address when connections per address are limited.
    static let handshakeHeadroomPerAddress = 8

    /// Bytes of one request header we read. libwebsockets holds at most 8 KiB of headers altogether.
    static let maxHeaderBytes = 4096
    /// Bytes of the list of sub-protocols; libwebsockets reads no more.
    static let maxOfferBytes = 120
    /// Bytes of one sub-protocol's name.
    static let maxSubprotocolBytes = 60
    /// Bytes of a URL's path that we ask for; libwebsockets writes at most 2 KiB.
    static let maxPathBytes = 1024
    /// Bytes of a Host header; libwebsockets writes at most 120.
    static let maxHostBytes = 110
    /// Bytes of a close reason (RFC 6455, section 5.5).
    static let maxReasonBytes = 123
    /// Characters of our own words in a status line.
    static let maxStatusTextBytes = 120
}

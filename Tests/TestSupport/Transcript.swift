import FoundationEssentials

/// What two Couchbase Lite peers said to each other, recorded by a proxy: one of the `Fixtures/*.txt`.
///
/// One event is one line: `A>P` (active to passive) or `P>A`, then `HTTP` and a line of the handshake, or `BIN`, `CLOSE`,
/// `PING`, `PONG` and the bytes in hexadecimal. `# ---- connection` begins and ends a connection, `# ***` tells what the
/// person at the peers did, and a comment below an event tells what it means.
///
///     let transcript = try Transcript.load("litecore41-version-vectors-push")
///     for entry in transcript.connections[0].entries where entry.kind == .binary { … }
package struct Transcript: Sendable {
    /// In the order of the file.
    package var connections: [Connection] = []

    /// The names that `load` knows.
    package static let names = [
        "litecore41-version-vectors-push",
        "litecore41-version-vectors-pull",
        "litecore41-version-vectors-continuous",
        "litecore32-default-bigframes-push",
    ]

    /// Reads a recording by name. Throws if there is no such file or a line of it cannot be read.
    package static func load(_ name: String) throws -> Transcript {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
        return try Transcript(parsing: Data(contentsOf: folder.appending(path: "\(name).txt")))
    }

    /// Reads the text of a recording.
    package init(parsing text: Data) throws {
        var number = 0
        for line in Array(text).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            do {
                try add(line)
            } catch let error as ParseError {
                throw ParseError(problem: "line \(number): \(error.problem)")
            }
        }
    }

    private mutating func add(_ line: ArraySlice<UInt8>) throws {
        if line.isEmpty { return }
        if line.first == UInt8(ascii: "#") { return addComment(String(decoding: line, as: UTF8.self)) }
        let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
        guard fields.count >= 2, !connections.isEmpty,
            let direction = Direction(rawValue: String(decoding: fields[0], as: UTF8.self)),
            let kind = Kind(rawValue: String(decoding: fields[1], as: UTF8.self))
        else { throw ParseError(problem: "no event of a connection") }
        let rest = fields.count == 3 ? fields[2] : []
        let bytes = kind == .http ? Array(rest) : try Self.bytes(hexadecimal: rest)
        connections[connections.count - 1].entries.append(
            Entry(direction: direction, kind: kind, bytes: bytes, notes: pendingNotes)
        )
        pendingNotes = []
    }

    private mutating func addComment(_ line: String) {
        let text = line.drop { $0 == "#" || $0 == " " }
        if text.hasPrefix("---- connection closed") {
            return
        } else if text.hasPrefix("---- connection") {
            connections.append(Connection())
        } else if text.hasPrefix("*** ") {
            pendingNotes.append(String(text.dropFirst(4)))
        } else if let connection = connections.indices.last, let entry = connections[connection].entries.indices.last {
            connections[connection].entries[entry].comments.append(String(text))
        }
    }

    /// `***` lines that wait for the event after them.
    private var pendingNotes: [String] = []

    /// The bytes of a string of hexadecimal digits.
    package static func bytes(hexadecimal text: some Sequence<UInt8>) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var high: UInt8?
        for character in text {
            guard let digit = Character(UnicodeScalar(character)).hexDigitValue else {
                throw ParseError(problem: "no hexadecimal digit")
            }
            if let first = high {
                bytes.append(first << 4 | UInt8(digit))
                high = nil
            } else {
                high = UInt8(digit)
            }
        }
        guard high == nil else { throw ParseError(problem: "half a byte") }
        return bytes
    }
}

extension Transcript {
    /// From one handshake to the end of its TCP connection.
    package struct Connection: Sendable {
        package var entries: [Entry] = []

        /// The binary WebSocket messages of one direction: one BLIP frame each.
        package func frames(_ direction: Direction) -> [[UInt8]] {
            entries.filter { $0.kind == .binary && $0.direction == direction }.map(\.bytes)
        }
    }

    /// One event.
    package struct Entry: Sendable {
        package let direction: Direction
        package let kind: Kind
        /// Payload of the WebSocket message or control frame, or the characters of the handshake's line.
        package let bytes: [UInt8]
        /// What happened at the peers just before.
        package let notes: [String]
        /// The lines below the event: what its bytes mean.
        package internal(set) var comments: [String] = []

        /// What follows `label` and a blank in the comment that begins so, such as `body`.
        package func comment(_ label: String) -> String? {
            comments.first { $0.hasPrefix("\(label) ") }.map { String($0.dropFirst(label.count + 1)) }
        }
    }

    /// Who spoke.
    package enum Direction: String, CaseIterable, Sendable {
        case activeToPassive = "A>P"
        case passiveToActive = "P>A"
    }

    /// What an event is.
    package enum Kind: String, Sendable {
        case http = "HTTP"
        case binary = "BIN"
        case close = "CLOSE"
        case ping = "PING"
        case pong = "PONG"
    }

    /// A line that is not as described.
    package struct ParseError: Error, Sendable {
        package let problem: String
    }
}

import FoundationEssentials
import TestSupport
import Testing

@testable import BLIP

/// Everything that two real peers said, frame by frame, against what the recording says about it.
@Suite struct RecordingTests {
    /// One connection of a recording.
    struct Place: Sendable {
        let name: String
        let index: Int
    }

    static let connections = [
        Place(name: "litecore41-version-vectors-push", index: 0),
        Place(name: "litecore41-version-vectors-pull", index: 0),
        Place(name: "litecore41-version-vectors-continuous", index: 0),
        Place(name: "litecore41-version-vectors-continuous", index: 1),
        Place(name: "litecore32-default-bigframes-push", index: 0),
    ]

    @Test(arguments: connections, Transcript.Direction.allCases)
    func everyFrameIsWhatItsCommentSays(
        _ place: Place, _ direction: Transcript.Direction
    ) throws {
        let connection = try Transcript.load(place.name).connections[place.index]
        var codec = FrameCodec(limits: BLIPLimits())
        var messages: [MessageKey: IncomingMessage] = [:]
        var frames = 0
        for entry in connection.entries where entry.kind == .binary && entry.direction == direction {
            frames += 1
            var start = 0
            let header = try FrameHeader.read(entry.bytes, at: &start)
            let flags = header.kind.rawValue | header.flags.rawValue
            let digits = (flags < 0x10 ? "0" : "") + String(flags, radix: 16)
            #expect(entry.comments.first?.hasPrefix("\(header.kind) #\(header.number) flags=0x\(digits)(") == true)
            if header.kind.isAck {
                let byteCount = try FrameCodec.decodeAck(header, in: entry.bytes, from: start)
                #expect(entry.comment("ack") == "bytes=\(byteCount)")
                let key = MessageKey(number: header.number, isReply: header.kind == .replyAck)
                #expect(FrameCodec.encodeAck(key, byteCount: byteCount) == entry.bytes)
                continue
            }
            // Throws if the checksum is not the recorded one.
            let payload = try codec.decodePayload(of: header, in: entry.bytes, from: start)
            let wireBytes = entry.bytes.count - start - CRC32.byteCount
            #expect(entry.comments.contains { $0.hasSuffix(" ok wire=\(wireBytes) raw=\(payload.count)") })

            let key = MessageKey(number: header.number, isReply: header.kind != .request)
            var message = messages.removeValue(forKey: key) ?? IncomingMessage(header)
            try message.append(payload, limit: .max)
            if header.flags.contains(.moreComing) {
                messages[key] = message
                #expect(entry.comments.contains("(more frames coming)"))
            } else {
                try expect(message, describedBy: entry)
            }
        }
        #expect(frames == connection.frames(direction).count)
        #expect(messages.isEmpty)
    }

    @Test func theRecordingsHaveAsManyFramesAsTheyShould() throws {
        let frames = try Transcript.names.flatMap { try Transcript.load($0).connections }
            .flatMap { $0.frames(.activeToPassive) + $0.frames(.passiveToActive) }
        #expect(frames.count == 148)
        #expect(try frames.filter { try FrameHeader(of: $0).kind.isAck }.count == 5)
    }

    @Test(arguments: connections)
    func aConnectionTakesThePlaceOfEitherPeer(_ place: Place) throws {
        let entries = try Transcript.load(place.name).connections[place.index].entries.filter { $0.kind == .binary }
        for side in Transcript.Direction.allCases {
            try replay(entries, as: side)
        }
    }

    /// Receives what the other side sent, sends requests where `side` did so that the replies belong to something, and
    /// compares the acknowledgements.
    private func replay(_ entries: [Transcript.Entry], as side: Transcript.Direction) throws {
        var connection = BLIPConnection()
        var requests = 0
        var replies = 0
        var acks: [[UInt8]] = []
        for entry in entries {
            let header = try FrameHeader(of: entry.bytes)
            if entry.direction == side {
                guard header.kind == .request, !header.flags.contains(.moreComing) else { continue }
                connection.send(BLIPMessage(noReply: header.flags.contains(.noReply)))
            } else {
                for event in try connection.receive(entry.bytes) {
                    if case .request = event { requests += 1 } else { replies += 1 }
                }
            }
            acks += try connection.allFrames().filter { try FrameHeader(of: $0).kind.isAck }
        }
        let theirs = try entries.filter { $0.direction != side }.map { try FrameHeader(of: $0.bytes) }
            .filter { !$0.kind.isAck && !$0.flags.contains(.moreComing) }
        #expect(requests == theirs.count(where: { $0.kind == .request }))
        #expect(replies == theirs.count(where: { $0.kind != .request }))
        #expect(connection.openRequests == 0)
        #expect(connection.incomingBytes == 0)
        let recordedAcks = try entries.filter { try $0.direction == side && FrameHeader(of: $0.bytes).kind.isAck }
        #expect(acks == recordedAcks.map(\.bytes))
    }

    private func expect(_ message: IncomingMessage, describedBy entry: Transcript.Entry) throws {
        let properties = try message.completeProperties()
        let described = try JSONDecoder().decode(
            [String: String].self, from: Data(try #require(entry.comment("props")).utf8)
        )
        let found = Dictionary(properties.pairs.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
        #expect(found == described)
        // The recording shows the body as text, with dots for all but ASCII, and leaves the end of long ones off.
        let body = String(decoding: message.buffer, as: UTF8.self).unicodeScalars
            .map { (0x20...0x7E).contains($0.value) ? Character($0) : "." }
        let comment = entry.comment("body") ?? ""
        if body.count <= Self.shownCharacters {
            #expect(String(body) == comment)
        } else {
            #expect(comment == String(body.prefix(Self.shownCharacters)))
        }
    }

    private static let shownCharacters = 389

    /// The lines `hex   KIND #number …` in the documentation of `FrameCodec`.
    @Test func theExamplesInTheDocumentationAreTrue() throws {
        let source = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/BLIP/FrameCodec.swift")
        let lines = String(decoding: try Data(contentsOf: source), as: UTF8.self).split(separator: "\n")
        var codec = FrameCodec(limits: BLIPLimits())
        var examples = 0
        for line in lines where line.hasPrefix("///     ") {
            guard let split = line.firstRange(of: "   ", after: "///     ".count) else { continue }
            let digits = line.dropFirst("///     ".count).prefix(upTo: split).filter { $0 != " " }
            let frame = try Transcript.bytes(hexadecimal: digits.utf8)
            var start = 0
            let header = try FrameHeader.read(frame, at: &start)
            let text = line[split...]
            #expect(text.contains("\(header.kind) #\(header.number) "))
            if header.kind.isAck {
                #expect(text.contains(" \(try FrameCodec.decodeAck(header, in: frame, from: start)) bytes"))
            } else {
                let payload = try codec.decodePayload(of: header, in: frame, from: start)
                #expect(text.hasSuffix("body \(String(decoding: payload.dropFirst(), as: UTF8.self))"))
            }
            examples += 1
        }
        #expect(examples == 2)
    }
}

extension Substring {
    /// Where `text` stands at or behind the `offset`th character.
    fileprivate func firstRange(of text: String, after offset: Int) -> Index? {
        indices.dropFirst(offset).first { self[$0...].hasPrefix(text) }
    }
}

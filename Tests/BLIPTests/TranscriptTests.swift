import TestSupport
import Testing

@Suite struct TranscriptTests {
    @Test func aRecordingFallsIntoConnectionsEventsAndNotes() throws {
        let transcript = try Transcript.load("litecore41-version-vectors-continuous")
        try #require(transcript.connections.count == 2)
        #expect(transcript.connections[0].frames(.activeToPassive).count == 38)
        #expect(transcript.connections[0].frames(.passiveToActive).count == 37)
        #expect(transcript.connections[1].frames(.activeToPassive).count == 3)
        #expect(transcript.connections[1].frames(.passiveToActive).count == 3)
        let notes = transcript.connections.map { $0.entries.flatMap(\.notes) }
        #expect(notes[0].first == "active saves new doc a2")
        #expect(notes[1].last == "active reconnects (one-shot pushpull): resume from checkpoint")
    }

    @Test func anEventKeepsItsBytesAndComments() throws {
        let entries = try Transcript.load("litecore41-version-vectors-push").connections[0].entries
        let first = try #require(entries.first)
        #expect(first.kind == .http)
        #expect(String(decoding: first.bytes, as: UTF8.self) == "GET /db/_blipsync HTTP/1.1")
        let reply = try #require(entries.first { $0.kind == .binary && $0.direction == .passiveToActive })
        #expect(reply.bytes == [0x01, 0x01, 0x00, 0x5b, 0x7b, 0x7d, 0x5d, 0x0d, 0xc1, 0xd2, 0xfd])
        #expect(reply.comment("body") == "[{}]")
        #expect(entries.last?.kind == .close)
        #expect(entries.last?.bytes == [0x03, 0xe8])
    }

    @Test(arguments: ["A>P BIN 00", "# ---- connection 1\nA>P BIN 0", "# ---- connection 1\nA>P NOISE 00"])
    func aLineThatIsNoEventIsRefused(_ text: String) {
        #expect(throws: Transcript.ParseError.self) { try Transcript(parsing: .init(text.utf8)) }
    }
}

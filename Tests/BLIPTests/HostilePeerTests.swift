import TestSupport
import Testing

@testable import BLIP

/// A peer that breaks the rules, by mistake or by intent.
@Suite struct HostilePeerTests {
    @Test(arguments: [2, 3, 128])
    func aRequestNumberMayNotBeSkipped(_ number: UInt64) throws {
        var frames = HandMadeFrames()
        #expect(try code(of: frames.frame(number, 0x00, payload())) == .badMessageNumber)
    }

    @Test func aRequestNumberMayNotBeUsedTwice() throws {
        var frames = HandMadeFrames()
        var connection = BLIPConnection()
        #expect(try connection.receive(frames.frame(1, 0x00, payload())).count == 1)
        let again = try frames.frame(1, 0x00, payload())
        #expect(code(&connection, again) == .badMessageNumber)
    }

    @Test func aFailedConnectionStaysFailed() throws {
        var frames = HandMadeFrames()
        var connection = BLIPConnection()
        connection.send(BLIPMessage(body: .bytes([1])))
        _ = try connection.receive(frames.frame(1, 0x40, payload()))
        #expect(code(&connection, [0x01, 0x07]) == .malformedFrame)
        #expect(code(&connection, frames.frame(1, 0x00, [1])) == .malformedFrame)
        #expect(throws: BLIPError.self) { try connection.nextFrame() }
        #expect(!connection.hasFrames)
        #expect(connection.incomingBytes == 0)
        #expect(connection.queuedBytes == 0)
        connection.send(BLIPMessage(body: .bytes([1])))
        #expect(connection.queuedBytes == 0)
    }

    @Test func aReplyToARequestNeverSentIsRefused() throws {
        var frames = HandMadeFrames()
        #expect(try code(of: frames.frame(1, 0x01, payload())) == .badMessageNumber)
        frames = HandMadeFrames()
        #expect(try code(of: frames.frame(1, 0x02, payload())) == .badMessageNumber)
    }

    @Test func aSecondReplyAndOneThatWasNotWantedAreIgnored() throws {
        var frames = HandMadeFrames()
        var connection = BLIPConnection()
        connection.send(BLIPMessage())
        connection.send(BLIPMessage(noReply: true))
        connection.send(BLIPMessage())
        _ = try connection.allFrames()
        #expect(try connection.receive(frames.frame(1, 0x01, payload())).count == 1)
        #expect(try connection.receive(frames.frame(1, 0x01, payload())).isEmpty)
        #expect(try connection.receive(frames.frame(2, 0x41, payload())).isEmpty)
        // Their bytes are part of the checksum all the same.
        #expect(try connection.receive(frames.frame(3, 0x01, payload())).count == 1)
        #expect(connection.openRequests == 0)
        #expect(connection.incomingBytes == 0)
    }

    @Test func aReplyMayNotTurnIntoAnError() throws {
        var frames = HandMadeFrames()
        var connection = BLIPConnection()
        connection.send(BLIPMessage())
        _ = try connection.allFrames()
        _ = try connection.receive(frames.frame(1, 0x41, payload()))
        #expect(try code(&connection, frames.frame(1, 0x02, payload())) == .badMessageNumber)
    }

    @Test(arguments: [[], [0x05], [0x05, 0x61, 0x00], [0x80], [0x02, 0x61, 0x61], [0x02, 0x61, 0x00]] as [[UInt8]])
    func aMessageThatEndsInsideItsPropertiesIsRefused(_ payload: [UInt8]) {
        var frames = HandMadeFrames()
        #expect(code(of: frames.frame(1, 0x00, payload)) == .badProperties)
    }

    @Test func aPropertyLengthAboveTheLimitIsRefusedAtOnce() {
        // 102,401 and 2^63: before any of the properties came.
        for length: [UInt8] in [[0x81, 0xA0, 0x06], [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01]] {
            var frames = HandMadeFrames()
            #expect(code(of: frames.frame(1, 0x40, length)) == .badProperties)
        }
        var frames = HandMadeFrames()
        #expect(code(of: frames.frame(1, 0x40, [0x80, 0xA0, 0x06])) == nil)
    }

    @Test func aFrameAboveTheLimitIsRefused() throws {
        var limits = BLIPLimits()
        limits.maxIncomingFrameBytes = 100
        var frames = HandMadeFrames()
        let exact = try frames.frame(1, 0x20, payload([:], [UInt8](repeating: 0, count: 93)))
        #expect(exact.count == 100)
        #expect(code(of: exact, limits) == nil)
        frames = HandMadeFrames()
        #expect(
            try code(of: frames.frame(1, 0x20, payload([:], [UInt8](repeating: 0, count: 94))), limits) == .tooLarge)
    }

    @Test(arguments: [false, true])
    func aMessageAboveTheLimitIsRefused(_ isReply: Bool) throws {
        var limits = BLIPLimits()
        limits.maxMessageBytes = 1_000
        for (excess, expected) in [(0, nil), (1, BLIPError.Code.tooLarge)] {
            var frames = HandMadeFrames()
            var connection = BLIPConnection(limits: limits)
            connection.send(BLIPMessage())
            _ = try connection.allFrames()
            let kind: UInt8 = isReply ? 0x01 : 0x20
            let half = [UInt8](repeating: 0, count: 500)
            #expect(code(&connection, frames.frame(1, kind | 0x40, half)) == nil)
            // The byte of the empty property list has been read by then and is not held.
            let rest = [UInt8](repeating: 0, count: 501 + excess)
            #expect(code(&connection, frames.frame(1, kind, rest)) == expected)
        }
    }

    @Test func tooManyUnfinishedMessagesAreRefused() throws {
        var limits = BLIPLimits()
        limits.maxPartialMessages = 3
        var frames = HandMadeFrames()
        var connection = BLIPConnection(limits: limits)
        for number: UInt64 in 1...3 { #expect(try code(&connection, frames.frame(number, 0x40, payload())) == nil) }
        // A whole one needs no place.
        #expect(try code(&connection, frames.frame(4, 0x20, payload())) == nil)
        #expect(try code(&connection, frames.frame(5, 0x40, payload())) == .tooMany)
    }

    @Test func tooManyBytesOfUnfinishedMessagesAreRefused() throws {
        var limits = BLIPLimits()
        limits.maxPartialBytes = 1_000
        var frames = HandMadeFrames()
        var connection = BLIPConnection(limits: limits)
        let half = [UInt8](repeating: 0, count: 500)
        for number: UInt64 in 1...2 {
            #expect(try code(&connection, frames.frame(number, 0x40, payload([:], half))) == nil)
        }
        #expect(connection.incomingBytes == 1_000)
        #expect(code(&connection, frames.frame(1, 0x40, [0])) == .tooLarge)
    }

    @Test func tooManyUnansweredRequestsAreRefused() throws {
        var limits = BLIPLimits()
        limits.maxUnansweredRequests = 2
        var frames = HandMadeFrames()
        var connection = BLIPConnection(limits: limits)
        for number: UInt64 in 1...2 { #expect(try code(&connection, frames.frame(number, 0x00, payload())) == nil) }
        #expect(try code(&connection, frames.frame(3, 0x20, payload())) == nil)
        // A reply counts as given when it is written: a peer that does not read gains nothing.
        connection.reply(to: 1, BLIPMessage())
        _ = try connection.nextFrame()
        #expect(try code(&connection, frames.frame(4, 0x00, payload())) == nil)
        connection.reply(to: 2, BLIPMessage())
        #expect(try code(&connection, frames.frame(5, 0x00, payload())) == .tooMany)
    }

    @Test func errorsSayWhatAndWhere() throws {
        var frames = HandMadeFrames()
        var connection = BLIPConnection()
        do {
            _ = try connection.receive(frames.frame(2, 0x00, payload()))
            Issue.record("not refused")
        } catch let error as BLIPError {
            #expect(
                error.description == "BLIP badMessageNumber in MSG #2: "
                    + "the next request of the peer is #1 and no such request is under way"
            )
        }
    }

    /// Recordings with a few bytes changed, cut or doubled, or with frames lost, doubled or swapped. Most end in an error;
    /// none may trap, and none may hold more than it received.
    @Test(arguments: 0..<16 as Range<UInt64>)
    func changedRecordingsNeverTrap(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let recordings = try Transcript.names.dropLast().flatMap { try Transcript.load($0).connections }
            .flatMap { [$0.frames(.activeToPassive), $0.frames(.passiveToActive)] }
        var refused = 0
        let cases = 250
        for _ in 0..<cases {
            var frames = recordings[Int.random(in: 0..<recordings.count, using: &random)]
            for _ in 0...Int.random(in: 0..<3, using: &random) { mutate(&frames, &random) }
            var connection = BLIPConnection()
            for _ in 0..<16 { connection.send(BLIPMessage(), streamReply: Bool.random(using: &random)) }
            _ = try connection.allFrames()
            do {
                for frame in frames {
                    for event in try connection.receive(frame) {
                        if case .request(let request) = event { connection.reply(to: request.number, BLIPMessage()) }
                    }
                    _ = try connection.allFrames()
                }
            } catch is BLIPError {
                refused += 1
                #expect(connection.incomingBytes == 0)
            }
            #expect(connection.incomingBytes <= 1 << 16)
        }
        #expect(refused > cases / 2)
    }

    private func mutate(_ frames: inout [[UInt8]], _ random: inout SeededGenerator) {
        guard !frames.isEmpty else { return }
        let index = Int.random(in: 0..<frames.count, using: &random)
        let position = Int.random(in: 0..<frames[index].count, using: &random)
        switch Int.random(in: 0..<7, using: &random) {
        case 0: frames[index][position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: frames[index][position] = UInt8.random(in: .min ... .max, using: &random)
        case 2: frames[index].removeLast(frames[index].count - position)
        case 3: frames[index].insert(UInt8.random(in: .min ... .max, using: &random), at: position)
        case 4: frames.remove(at: index)
        case 5: frames.insert(frames[index], at: index)
        default: frames.swapAt(index, Int.random(in: 0..<frames.count, using: &random))
        }
        frames.removeAll { $0.isEmpty }
    }

    /// Random payloads with correct checksums: what is behind the checksum meets garbage too.
    @Test(arguments: 0..<8 as Range<UInt64>)
    func garbageWithACorrectChecksumNeverTraps(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var accepted = 0
        for _ in 0..<250 {
            var frames = HandMadeFrames()
            var connection = BLIPConnection()
            for _ in 0..<4 { connection.send(BLIPMessage(), streamReply: Bool.random(using: &random)) }
            _ = try connection.allFrames()
            for number: UInt64 in 1...4 {
                let bytes = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
                    Bool.random(using: &random) ? UInt8.random(in: 0..<4, using: &random) : .random(in: 0...255)
                }
                let kind = UInt8.random(in: 0..<3, using: &random)
                let flags = kind | UInt8.random(in: 0..<8, using: &random) << 4
                guard (try? connection.receive(frames.frame(number, flags, bytes))) != nil else { break }
                accepted += 1
            }
        }
        #expect(accepted > 0)
    }

    private func code(_ connection: inout BLIPConnection, _ frame: [UInt8]) -> BLIPError.Code? {
        do {
            _ = try connection.receive(frame)
            return nil
        } catch {
            return error.code
        }
    }

    private func code(of frame: [UInt8], _ limits: BLIPLimits = BLIPLimits()) -> BLIPError.Code? {
        var connection = BLIPConnection(limits: limits)
        return code(&connection, frame)
    }
}

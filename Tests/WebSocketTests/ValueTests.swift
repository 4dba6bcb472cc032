import Testing
import Timing

@testable import WebSocket

/// The parts without sockets.
struct ValueTests {
    @Test(
        "URLs are read",
        arguments: [
            ("ws://host", "host", 80, "/"), ("ws://host:4984/db", "host", 4984, "/db"),
            ("WS://10.0.0.1:1/a/b?c=d", "10.0.0.1", 1, "/a/b?c=d"), ("ws://[::1]:65535", "::1", 65535, "/"),
            ("ws://[fe80::1]/x", "fe80::1", 80, "/x"), ("wss://host", "host", 443, "/"), ("ws://h?q", "h", 80, "/?q"),
        ])
    func urls(text: String, host: String, port: Int, path: String) throws {
        let url = try WebSocketURL(text)
        #expect((url.host, url.port, url.path) == (host, port, path))
        #expect(url.isSecure == text.hasPrefix("wss"))
        #expect(try WebSocketURL(url.description) == url)
    }

    @Test("a URL's user and password are decoded and never shown") func aURLsUserAndPasswordAre() throws {
        let url = try WebSocketURL("ws://us%40er:p:a%2Fs@s@host:1/x")
        #expect((url.user, url.password, url.host) == ("us@er", "p:a/s@s", "host"))
        #expect(url.description == "ws://host:1/x")
        #expect(try WebSocketURL("ws://only@host").password == nil)
        #expect(try WebSocketURL("ws://host", defaultPort: 7).port == 7)
        #expect(try WebSocketURL("ws://host:80", defaultPort: 7).port == 80)
    }

    @Test(
        "what is no URL throws",
        arguments: [
            "", "host:80", "http://host", "ws://", "ws://:80", "ws://host:", "ws://host:0", "ws://host:65536",
            "ws://host:+80", "ws://host:8x", "ws://::1", "ws://[::1", "ws://[::1]x", "ws://[host]", "ws://ho st/",
            "ws://host/a b", "ws://host/#f", "ws://host/\r\nX: y", "ws://ho\r\nst", "ws://%zz@host", "ws://a:%f@host",
            "ws://@host", "ws://host/ñ",
        ])
    func noURLs(text: String) {
        #expect(throws: WebSocketError.self) { try WebSocketURL(text) }
    }

    @Test("an error about a URL does not show its password") func anErrorAboutAURLDoes() {
        do {
            _ = try WebSocketURL("ws://user:secret@host:0/")
            Issue.record("it was read")
        } catch {
            #expect(!"\(error)".contains("secret"))
            #expect("\(error)".contains("host:0"))
        }
    }

    @Test("the Host header has brackets and leaves the usual port out") func theHostHeaderHasBracketsAnd() throws {
        #expect(try WebSocketURL("ws://[::1]:81/").hostAndPort == "[::1]:81")
        #expect(try WebSocketURL("ws://host:80/").hostAndPort == "host")
    }

    @Test("Basic credentials survive the header") func basicCredentialsSurviveTheHeader() throws {
        let header = BasicAuthorization.header(user: "josé", password: "a:b")
        let parsed = try #require(BasicAuthorization.parse(header))
        #expect(parsed == ("josé", "a:b"))
        #expect(try #require(BasicAuthorization.parse("bAsIc  dTpw ")) == ("u", "p"))
    }

    @Test(
        "other credentials are none",
        arguments: ["", "Basic", "Basic !", "Basic dXNlcg==", "Bearer dTpw", "Basic //8="])
    func noCredentials(header: String) {
        #expect(BasicAuthorization.parse(header) == nil)
    }

    @Test("a refusal cannot inject headers") func aRefusalCannotInjectHeaders() {
        let text = String(decoding: HTTPRefusal(403, "a\r\nSet-Cookie: b\u{7F}").response, as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 403 a  Set-Cookie: b?\r\nContent-Type: "))
        #expect(HTTPRefusal(200, "").status == 500)
    }

    @Test("the outbox wakes the loop once, counts bytes, and drains once") func theOutboxWakesTheLoopOnce() {
        var outbox = Outbox(limits: WebSocketSendLimits(highWaterBytes: 10, lowWaterBytes: 5, maxBufferedBytes: 100))
        let first = outbox.enqueue([[1, 2, 3]])
        let second = outbox.enqueue([[4], [5]])
        #expect((first, second) == (true, false))
        outbox.beginService()
        let third = outbox.enqueue([[UInt8](repeating: 0, count: 7)])
        #expect(third)
        #expect(outbox.bufferedBytes == 12)
        #expect(outbox.takeMessages().count == 4)
        #expect(!outbox.hasMessages)
        let drained = [outbox.sent(5), outbox.sent(2), outbox.sent(1), outbox.sent(4)]
        #expect(drained == [false, false, true, false])
        #expect(outbox.bufferedBytes == 0)
    }

    @Test("the outbox takes its limit and not a byte more", arguments: [(100, false), (101, true)])
    func hardCap(count: Int, isOverfull: Bool) {
        var outbox = Outbox(limits: WebSocketSendLimits(highWaterBytes: 10, lowWaterBytes: 5, maxBufferedBytes: 100))
        _ = outbox.enqueue([[UInt8](repeating: 0, count: count)])
        #expect(outbox.isOverfull == isOverfull)
        let again = outbox.enqueue([[]])
        #expect(!again)
    }

    @Test("an outbox that was closed takes nothing more") func anOutboxThatWasClosedTakes() {
        var outbox = Outbox(limits: WebSocketSendLimits())
        _ = outbox.requestClose(code: 1000, reason: "a")
        outbox.beginService()
        let results = [outbox.enqueue([[1]]), outbox.requestClose(code: 1001, reason: "b"), outbox.requestDrop()]
        #expect(results == [false, false, true])
        #expect(outbox.close?.code == 1000)
        #expect(outbox.bufferedBytes == 0)
    }

    @Test("the heartbeat waits, asks, waits, and gives up") func theHeartbeatWaitsAsksWaitsAnd() {
        func at(_ milliseconds: Int64) -> MonotonicTime { MonotonicTime(nanoseconds: milliseconds * 1_000_000) }
        var heartbeat = Heartbeat(WebSocketHeartbeat(pingInterval: .milliseconds(100), pongTimeout: .milliseconds(40)))
        heartbeat.restart(at: at(0))
        #expect(heartbeat.check(at: at(60)) == .wait(.milliseconds(40)))
        let first = heartbeat.received(at: at(70))
        #expect(heartbeat.check(at: at(100)) == .wait(.milliseconds(70)))
        #expect(heartbeat.check(at: at(170)) == .ping(.milliseconds(40)))
        #expect(heartbeat.check(at: at(200)) == .wait(.milliseconds(10)))
        let second = heartbeat.received(at: at(205))
        #expect((first, second) == (false, true))
        #expect(heartbeat.check(at: at(210)) == .wait(.milliseconds(95)))
        #expect(heartbeat.check(at: at(305)) == .ping(.milliseconds(40)))
        #expect(heartbeat.check(at: at(344)) == .wait(.milliseconds(1)))
        #expect(heartbeat.check(at: at(345)) == .giveUp)
    }

    @Test(
        "addresses are told from names",
        arguments: [("127.0.0.1", true), ("::1", true), ("1.2.3", false), ("a.b", false)])
    func numeric(host: String, isNumeric: Bool) {
        #expect(NameResolver.isNumeric(host) == isNumeric)
    }
}

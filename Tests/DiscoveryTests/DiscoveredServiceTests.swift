import Testing

@testable import Discovery

@Suite struct DiscoveredServiceTests {
    private func resolution(_ address: String, port: UInt16 = 18999, txt: String = "") -> Resolution {
        Resolution(address: address, port: port, txt: Array(txt.utf8), interface: "wlan0")
    }

    @Test(arguments: [
        ("192.0.2.7", "192.0.2.7", "192.0.2.7:18999"), ("fe80::1", "fe80::1%wlan0", "[fe80::1%wlan0]:18999"),
        ("FEBF::1", "FEBF::1%wlan0", "[FEBF::1%wlan0]:18999"), ("fec0::1", "fec0::1", "[fec0::1]:18999"),
        ("2001:db8::fe80", "2001:db8::fe80", "[2001:db8::fe80]:18999"), ("fe8::1", "fe8::1", "[fe8::1]:18999"),
    ]) func anAddressHasAScopeWhereItNeedsOne(address: String, host: String, endpoint: String) throws {
        let service = try #require(resolution(address).service(named: "x"))
        #expect(service.host == host)
        #expect(service.endpoint == endpoint)
        #expect(service.interface == "wlan0")
    }

    @Test func whatCannotBeConnectedToIsNoService() {
        #expect(resolution("192.0.2.7", port: 0).service(named: "x") == nil)
        #expect(resolution("").service(named: "x") == nil)
    }

    @Test func theTXTRecordSaysWhichGameItIs() throws {
        let txt = "\u{7}game=g1\u{7}name=Hi\u{5}tls=1\u{7}proto=p"
        let service = try #require(resolution("192.0.2.7", txt: txt).service(named: "x"))
        #expect(service.gameID == "g1")
        #expect(service.gameName == "Hi")
        #expect(service.subprotocol == "p")
        #expect(service.tls)
    }

    @Test func aServiceThatSaysNothingIsNoGame() throws {
        let service = try #require(resolution("192.0.2.7", txt: "\u{5}game=\u{5}tls=0").service(named: "x"))
        #expect(service.gameID == nil)
        #expect(service.gameName == nil)
        #expect(!service.tls)
    }

    @Test func aStrangersNameIsFitForATerminal() throws {
        let name = "\u{1B}]0;x\u{7}Quiz\u{202E}\u{2028}\u{9B}" + String(repeating: "é", count: 100)
        let service = try #require(resolution("192.0.2.7").service(named: name))
        #expect(service.name.hasPrefix("]0;xQuizé"))
        #expect(service.name.utf8.count <= 63)
        #expect(service.name.hasSuffix("é"))
    }

    @Test func theLoopbackInterfaceHasAName() {
        #expect(Resolution.interfaceName(1) == "lo")
        #expect(Resolution.interfaceName(-1) == "-1")
        #expect(Resolution.interfaceName(.max) == "\(Int32.max)")
    }
}

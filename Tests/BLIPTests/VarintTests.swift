import Testing

@testable import BLIP

@Suite struct VarintTests {
    static let known: [(UInt64, [UInt8])] = [
        (0, [0x00]), (1, [0x01]), (127, [0x7F]), (128, [0x80, 0x01]), (300, [0xAC, 0x02]), (16_383, [0xFF, 0x7F]),
        (16_384, [0x80, 0x80, 0x01]), (60_582, [0xA6, 0xD9, 0x03]),
        (.max, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01]),
    ]

    @Test(arguments: known)
    func aNumberHasOneShortestForm(_ value: UInt64, _ bytes: [UInt8]) throws {
        var written: [UInt8] = []
        Varint.append(value, to: &written)
        #expect(written == bytes)
        #expect(Varint.byteCount(value) == bytes.count)
        var index = 1
        #expect(try Varint.read([0xEE] + bytes + [0xEE], at: &index) == value)
        #expect(index == 1 + bytes.count)
    }

    @Test(arguments: 0..<64)
    func everyPowerOfTwoAndItsNeighboursSurvive(_ bit: Int) throws {
        let power: UInt64 = 1 << bit
        for value in [power, power - 1, power | 1] {
            var written: [UInt8] = []
            Varint.append(value, to: &written)
            #expect(written.count == Varint.byteCount(value))
            var index = 0
            #expect(try Varint.read(written, at: &index) == value)
        }
    }

    @Test(arguments: known)
    func aTruncatedNumberIsNoneAndMovesNothing(_ value: UInt64, _ bytes: [UInt8]) throws {
        var index = 0
        #expect(try Varint.read(Array(bytes.dropLast()), at: &index) == nil)
        #expect(index == 0)
    }

    @Test(
        arguments: [
            [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02],
            [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80],
            [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x81, 0x00],
        ] as [[UInt8]])
    func moreThan64BitsAreRefused(_ bytes: [UInt8]) {
        var index = 0
        #expect(throws: BLIPError.self) { try Varint.read(bytes, at: &index) }
    }
}

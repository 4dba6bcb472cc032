import Testing

@testable import Projector

@Suite struct PaletteTests {
    @Test("No number is beyond the terminal's colours", arguments: [0, 2, 8, 16, 88, 256])
    func range(colors: Int) {
        #expect(Ink.allCases.allSatisfy { (-1..<max(1, colors)).contains(Int(Palette(colors: colors).number($0))) })
    }

    @Test("The four choices differ wherever there are colours", arguments: [8, 16, 256])
    func choices(colors: Int) {
        let grounds = (0..<4).map { Palette(colors: colors).number(Style.choice($0).background) }
        #expect(Set(grounds).count == 4)
        #expect(!grounds.contains(-1))
    }

    @Test("Without colours grounds are reversed, but not of what does not count")
    func reverse() {
        #expect((0..<4).allSatisfy { Palette(colors: 0).isReversed(Style.choice($0).background) })
        #expect(!Palette(colors: 0).isReversed(Style.wrong.background))
        #expect(!Palette(colors: 0).isReversed(.plain))
        #expect(!Palette(colors: 256).isReversed(.red))
    }
}

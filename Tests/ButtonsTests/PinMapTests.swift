import FoundationEssentials
import TestSupport
import Testing

@testable import Buttons

@Suite struct PinMapTests {
    private static let boards = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../../board").standardized.path

    private static let good = """
        name = My board
        button-1 = A
        button-2 = B
        button-3 = 3
        button-4 = D, 4
        """

    private static let library = PinMapLibrary(folders: ["/nonexistent", boards], deviceTrees: [])

    @Test(arguments: library.names) func everyMapThatWeShipIsWhole(_ name: String) throws {
        let map = try Self.library.map(name)
        #expect(map.buttons.count == 4 && map.lamps.count == 4 && map.beeper != nil)
        let names = (map.buttons + map.lamps + [map.beeper].compactMap { $0 }).map(\.alternatives)
        #expect(Set(names).count == 9)
        #expect(map.hostKeys == [.next, .close, .back, .quit])
        #expect(map.bias == .pullUp && map.isActiveLow && !map.areLampsActiveLow)
        if name != "gpio-sim" {
            #expect(!map.compatible.isEmpty)
            #expect((map.buttons + map.lamps).allSatisfy { $0.pin?.contains("pin ") == true })
            #expect(map.grounds != nil)
        }
    }

    @Test func theFamiliesOfBoardsAreThere() {
        #expect(
            Self.library.names == ["beaglebone", "gpio-sim", "orange-pi", "radxa-zero-3", "raspberry-pi", "rock"])
    }

    @Test func aMapSaysWhatItsFileSays() throws {
        let map = try PinMap(
            parsing: Self.good + """

                chip = label:expander, gpiochip7
                lamp-1 = L1
                lamp-2 = L2
                lamp-3 = L3
                lamp-4 = L4
                lamp-1-pin = the red wire
                lamp-active = low
                pull = none
                active = high
                key-1 = KEY_A
                key-2 = b, KEY_KP2
                key-3 = BTN_TRIGGER
                key-4 = KEY_D
                host-1 = quit
                """, file: "my.board")
        #expect(map.name == "My board")
        #expect(map.chips == [.label("expander"), .path("/dev/gpiochip7")])
        #expect(map.buttons.map(\.alternatives) == [["A"], ["B"], ["3"], ["D", "4"]])
        #expect(map.buttons[3].place == "my.board:5: button-4")
        #expect(map.lamps[0].pin == "the red wire")
        #expect(map.areLampsActiveLow && !map.isActiveLow && map.bias == .none && map.beeper == nil)
        #expect(map.keys == KeyMap([[30], [48, 80], [288], [32]]))
        #expect(map.hostKeys == [.quit, .close, .back, .quit])
    }

    private static let faults: [(String, String)] = [
        ("", "my.board: there is no 'name'; add a line 'name = …'"),
        ("name = x\nbutton-1 = A\nbutton-3 = C", "my.board: there is no 'button-2'; add a line 'button-2 = …'"),
        ("\(good)\nlamp-1 = L", "my.board: there is no 'lamp-2'; add a line 'lamp-2 = …'"),
        (
            "\(good)\nbutten-5 = E",
            "my.board:6: butten-5: there is no such field in a pin map, did you mean 'button-1'?"
        ),
        ("\(good)\nzebra = E", "my.board:6: zebra: there is no such field in a pin map"),
        ("\(good)\npull = sideways", "my.board:6: pull: takes one of down, none, up, not 'sideways'"),
        ("\(good)\nactive = maybe", "my.board:6: active: takes one of high, low, not 'maybe'"),
        (
            "\(good)\nbeeper = , X",
            "my.board:6: beeper: takes up to 16 names with commas between them, not ', X'"
        ),
        (
            "\(good)\nbeeper-pin = pin 3",
            "my.board:6: beeper-pin: names the pin of a line, but there is no 'beeper'; add it, or remove this"
        ),
        (
            "\(good)\nkey-1 = KEY_NOPE",
            "my.board:6: key-1: there is no key 'KEY_NOPE'; names are those of the kernel, such as KEY_1, KEY_KP1 or BTN_TRIGGER"
        ),
        ("\(good)\nkey-1 = KEY_A", "my.board: there is no 'key-2'; add a line 'key-2 = …'"),
        ("\(good)\nhost-2 = dance", "my.board:6: host-2: takes one of back, close, next, quit, not 'dance'"),
        ("\(good)\nname = again", "my.board:6: 'name' is set twice, first in line 1"),
        ("name", "my.board:1: expected 'field = value' or '# comment', not 'name'"),
    ]

    @Test("what is wrong is named with file, line and field", arguments: faults)
    func fault(text: String, message: String) {
        #expect {
            try PinMap(parsing: text, file: "my.board")
        } throws: { error in
            (error as? ButtonsError)?.code == .invalidBoard && "\(error)" == message
        }
    }

    @Test func aNameIsLookedUpAndAFileIsRead() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("mine.board")
        try Data(Self.good.utf8).write(to: URL(fileURLWithPath: path))
        #expect(try Self.library.map(path).name == "My board")
        #expect(try PinMapLibrary(folders: [directory.path], deviceTrees: []).map("mine").name == "My board")
        for (name, code, word) in [
            ("mine", ButtonsError.Code.unknownBoard, "raspberry-pi"),
            (directory.file("none.board"), .invalidBoard, "No such file or directory"),
        ] {
            #expect {
                try Self.library.map(name)
            } throws: { error in
                (error as? ButtonsError)?.code == code && "\(error)".contains(word)
            }
        }
    }

    @Test(
        "the device tree tells the board",
        arguments: [
            ("raspberrypi,5-model-b\0brcm,bcm2712\0", "raspberry-pi"),
            ("raspberrypi,model-zero-2-w\0brcm,bcm2837\0", "raspberry-pi"),
            ("xunlong,orangepi-zero3\0allwinner,sun50i-h618\0", "orange-pi"),
            ("radxa,rock-5b\0rockchip,rk3588\0", "rock"),
            ("radxa,zero-3w\0rockchip,rk3566\0", "radxa-zero-3"),
            ("ti,am335x-bone-black\0ti,am335x-bone\0ti,am33xx\0", "beaglebone"),
        ]
    ) func detection(compatible: String, board: String) throws {
        let directory = try TemporaryDirectory()
        try Data(compatible.utf8).write(to: URL(fileURLWithPath: directory.file("compatible")))
        let library = PinMapLibrary(folders: [Self.boards], deviceTrees: ["/nonexistent", directory.path])
        #expect(try library.detect().file.hasSuffix("/\(board).board"))
    }

    private static let chipTexts: [(String, GPIOChipName)] = [
        ("/dev/gpiochip3", .path("/dev/gpiochip3")), ("gpiochip3", .path("/dev/gpiochip3")),
        ("label:pinctrl-rp1", .label("pinctrl-rp1")), ("GPIO17", .line("GPIO17")),
        ("pin-11 [GPIO3_A1]", .line("pin-11 [GPIO3_A1]")),
    ]

    @Test(arguments: chipTexts) func chipNames(_ text: String, _ name: GPIOChipName) {
        #expect(GPIOChipName(text) == name)
        #expect(GPIOChipName(name.text) == name)
    }

    @Test(arguments: [
        ("5.4.0-26-generic", true), ("5.9", true), ("5.10.0-1", false), ("6.1.0-28-arm64", false), ("4.19.1", true),
        ("unknown", false),
    ])
    func oldKernels(_ release: String, _ isOld: Bool) {
        #expect(Kernel.isOlder(release, than: (5, 10)) == isOld)
    }
}

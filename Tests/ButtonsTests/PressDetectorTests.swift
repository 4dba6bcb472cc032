import Buttons
import Testing
import Timing

@Suite struct PressDetectorTests {
    @Test(
        "presses among drawn edges",
        arguments: [
            // A clean press of 3 ms.
            ("_######______", ".0..........."),
            // Contact and release bounce; one press at the first contact.
            ("_#_#_#_########_#_#_#____________", ".0..............................."),
            // Two contacts within the quiet time are one press: it only chatters.
            ("_######__________####____", ".0......................."),
            // Released and quiet for 10 ms: the second contact is a press of its own.
            ("_####____________________###___", ".0.......................0....."),
            // One step less than quiet: still the first press.
            ("_####___________________####___", ".0............................."),
            // A pulse of 0.5 ms alone is a spike.
            ("_#______________", "................"),
            // A pulse of exactly 1 ms is not shorter than 1 ms.
            ("_##_____________", ".0.............."),
            // A short pulse that is followed by more within the quiet time began a press.
            ("_#________####__", ".0.............."),
            // After the quiet time it was a spike, and what follows is a press of its own.
            ("_#____________________####___", "......................0......"),
            // Held at the start: answers only after release and quiet.
            ("######_#_____________________####____", ".............................0......."),
            ("####_______####______________________", "....................................."),
            ("######################", "......................"),
        ]
    ) func marbles(edges: String, presses: String) {
        #expect(Marbles.play([edges]) == presses)
    }

    @Test func twoLinesAtOnceAreTwoPressesInTheOrderOfTheirContacts() {
        #expect(Marbles.play(["__####____", "_#_#_####_", "__________", "####______"]) == ".10.......")
        #expect(Marbles.play(["_####___", "________", "________", "________"]) == ".0......")
    }

    @Test func aDozenBouncesOnEachSideAreOnePressWithTheFirstTime() {
        var detector = PressDetector()
        var presses: [Press] = []
        let first = Marbles.origin
        for start in [first, first.advanced(by: .milliseconds(60))] {
            for bounce in 0..<12 {
                let isActive = bounce.isMultiple(of: 2) == (start == first)
                let time = start.advanced(by: .microseconds(300) * bounce)
                presses += detector.handle(Edge(line: 2, isActive: isActive, time: time))
            }
            let settled = Edge(line: 2, isActive: start == first, time: start.advanced(by: .milliseconds(5)))
            presses += detector.handle(settled)
        }
        presses += detector.advance(to: first.advanced(by: .seconds(1)))
        #expect(presses == [Press(button: 2, time: first)])
        #expect(detector.deadline == nil)
    }

    @Test(arguments: [1, 100, 300, 999]) func aSpikeShorterThanAMillisecondIsNoPress(microseconds: Int) {
        var detector = PressDetector()
        let end = Marbles.origin.advanced(by: .microseconds(microseconds))
        #expect(detector.handle(Edge(line: 0, isActive: true, time: Marbles.origin)) == [])
        #expect(detector.handle(Edge(line: 0, isActive: false, time: end)) == [])
        #expect(detector.deadline == end.advanced(by: .milliseconds(10)))
        #expect(detector.advance(to: end.advanced(by: .seconds(1))) == [])
    }

    @Test func aPressIsReportedAMillisecondAfterItsEdgeAndNotBefore() {
        var detector = PressDetector()
        let certain = Marbles.origin.advanced(by: .milliseconds(1))
        #expect(detector.handle(Edge(line: 1, isActive: true, time: Marbles.origin)) == [])
        #expect(detector.deadline == certain)
        #expect(detector.advance(to: MonotonicTime(nanoseconds: certain.nanoseconds - 1)) == [])
        #expect(detector.advance(to: certain) == [Press(button: 1, time: Marbles.origin)])
        #expect(detector.deadline == nil)
    }

    @Test func aContactIsToldOnceBeforeItIsAPress() {
        var detector = PressDetector()
        #expect(detector.takeContacts() == [])
        _ = detector.handle(Edge(line: 1, isActive: true, time: Marbles.origin))
        #expect(detector.takeContacts() == [Press(button: 1, time: Marbles.origin)])
        #expect(detector.takeContacts() == [])
        #expect(detector.advance(to: Marbles.origin.advanced(by: .milliseconds(1))).count == 1)
        #expect(detector.takeContacts() == [])
        // Bounces of the release make none; the next press does, also one that turns out to be a spike.
        let release = Marbles.origin.advanced(by: .milliseconds(50))
        _ = detector.handle(Edge(line: 1, isActive: false, time: release))
        _ = detector.handle(Edge(line: 1, isActive: true, time: release.advanced(by: .microseconds(100))))
        _ = detector.handle(Edge(line: 1, isActive: false, time: release.advanced(by: .microseconds(200))))
        #expect(detector.takeContacts() == [])
        let spike = release.advanced(by: .milliseconds(50))
        _ = detector.handle(Edge(line: 1, isActive: true, time: spike))
        #expect(detector.takeContacts() == [Press(button: 1, time: spike)])
        _ = detector.handle(Edge(line: 1, isActive: false, time: spike.advanced(by: .microseconds(100))))
        #expect(detector.takeContacts() == [])
    }

    @Test func aBounceBeforeThatReportsItAtOnce() {
        var detector = PressDetector()
        _ = detector.handle(Edge(line: 1, isActive: true, time: Marbles.origin))
        _ = detector.handle(Edge(line: 1, isActive: false, time: Marbles.origin.advanced(by: .microseconds(100))))
        let again = Edge(line: 1, isActive: true, time: Marbles.origin.advanced(by: .microseconds(200)))
        #expect(detector.handle(again) == [Press(button: 1, time: Marbles.origin)])
    }

    @Test func edgesOfUnknownLinesAreIgnored() {
        var detector = PressDetector()
        for line in [-1, 4, .max] {
            #expect(detector.handle(Edge(line: line, isActive: true, time: Marbles.origin)) == [])
        }
        #expect(detector.advance(to: Marbles.origin.advanced(by: .seconds(1))) == [])
    }
}

import Timing

/// The words of one line of a script, taken one after the other.
struct ScriptWords {
    private var words: ArraySlice<Substring>
    private let context: String

    init(_ line: Substring, context: String) {
        let code = line.prefix { $0 != "#" }
        words = code.split(whereSeparator: \.isWhitespace)[...]
        self.context = context
    }

    /// The whole line; `nil` when it says nothing.
    mutating func step() throws(ButtonsError) -> ButtonScript.Step? {
        guard let first = words.popFirst() else { return nil }
        let step: ButtonScript.Step
        switch first {
        case "at": step = ButtonScript.Step(.start, after: try duration(), try action())
        case "on": step = try triggered()
        default: throw fault(found: first, expected: "'at' or 'on'")
        }
        guard let surplus = words.first else { return step }
        throw fault(found: surplus, expected: "the end of the line")
    }

    private static let triggers = "'question', 'lobby' or 'call'"

    private mutating func triggered() throws(ButtonsError) -> ButtonScript.Step {
        let trigger: ButtonScript.Trigger
        switch try next(Self.triggers) {
        case "lobby": trigger = .lobby
        case "call": trigger = .call
        case "question":
            let word = try next("a question number from 1, or 'any'")
            if word == "any" {
                trigger = .question(nil)
            } else if let number = Int(word), number >= 1 {
                trigger = .question(number - 1)
            } else {
                throw fault(found: word, expected: "a question number from 1, or 'any'")
            }
        case let word: throw fault(found: word, expected: Self.triggers)
        }
        guard words.first == "after" else { return ButtonScript.Step(trigger, after: .zero, try action()) }
        words.removeFirst()
        return ButtonScript.Step(trigger, after: try duration(), try action())
    }

    private mutating func action() throws(ButtonsError) -> ScriptAction {
        switch try next("'press' or 'edge'") {
        case "press": return try press()
        case "edge":
            let line = try button()
            switch try next("'down' or 'up'") {
            case "down": return .edge(line: line, isActive: true)
            case "up": return .edge(line: line, isActive: false)
            case let word: throw fault(found: word, expected: "'down' or 'up'")
            }
        case let word: throw fault(found: word, expected: "'press' or 'edge'")
        }
    }

    private mutating func press() throws(ButtonsError) -> ScriptAction {
        let button = try button()
        var hold = ButtonsTuning.scriptedHold
        var bounces = 0
        while let option = words.first, option == "hold" || option == "bounce" {
            words.removeFirst()
            if option == "hold" {
                hold = try duration()
            } else {
                let word = try next("a number of bounces, 0 to \(ButtonsTuning.bounces)")
                guard let number = Int(word), (0...ButtonsTuning.bounces).contains(number) else {
                    throw fault(found: word, expected: "a number of bounces, 0 to \(ButtonsTuning.bounces)")
                }
                bounces = number
            }
        }
        let least = ScriptAction.leastHold(bounces: bounces)
        guard hold >= least else {
            throw fault(found: "hold \(hold)", expected: "at least \(least) for \(bounces) bounces")
        }
        return .press(button: button, hold: hold, bounces: bounces)
    }

    private mutating func button() throws(ButtonsError) -> Int {
        let word = try next("a button, 1 to \(ButtonsTuning.lineCount)")
        guard let number = Int(word), (1...ButtonsTuning.lineCount).contains(number) else {
            throw fault(found: word, expected: "a button, 1 to \(ButtonsTuning.lineCount)")
        }
        return number - 1
    }

    /// A time with its unit: `1.25s`, `400ms`, `300us`.
    private mutating func duration() throws(ButtonsError) -> Duration {
        let expected = "a time with its unit, like 1.25s, 400ms or 300us"
        let word = try next(expected)
        let units: [(suffix: String, seconds: Double)] = [("ms", 1e-3), ("us", 1e-6), ("s", 1)]
        guard let unit = units.first(where: { word.hasSuffix($0.suffix) }) else {
            throw fault(found: word, expected: expected)
        }
        let digits = word.dropLast(unit.suffix.count)
        guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let number = Double(digits),
            number * unit.seconds <= ButtonsTuning.scriptSeconds
        else { throw fault(found: word, expected: "\(expected), up to a day") }
        return .nanoseconds(Int64((number * unit.seconds * 1e9).rounded()))
    }

    private mutating func next(_ expected: String) throws(ButtonsError) -> Substring {
        guard let word = words.popFirst() else { throw fault(found: nil, expected: expected) }
        return word
    }

    private func fault(found: Substring?, expected: String) -> ButtonsError {
        let shown = found.map { "'\($0.unicodeScalars.prefix(40).map { $0.escaped(asASCII: false) }.joined())'" }
        return ButtonsError(
            .invalidScript, "found \(shown ?? "the end of the line"), expected \(expected)", context: context)
    }
}

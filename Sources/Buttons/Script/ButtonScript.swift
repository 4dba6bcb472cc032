import FoundationEssentials
import Timing

/// What a `MockPanel` plays: steps that wait for a trigger. `Documentation/mock-buttons.md` describes the text form.
package struct ButtonScript: Hashable, Sendable {
    /// What a step's time counts from.
    package enum Trigger: Hashable, Sendable {
        /// The panel's start.
        case start
        /// The board is in a game that has not started.
        case lobby
        /// The board sees the question with this index, from 0, open; `nil` is any question.
        case question(Int?)
        /// Somebody answers a buzz question aloud.
        case call
    }

    /// One line of a script.
    package struct Step: Hashable, Sendable {
        package let trigger: Trigger
        /// From the trigger.
        package let delay: Duration
        package let action: ScriptAction

        package init(_ trigger: Trigger, after delay: Duration, _ action: ScriptAction) {
            self.trigger = trigger
            self.delay = delay
            self.action = action
        }
    }

    package let steps: [Step]

    package init(_ steps: [Step]) {
        self.steps = steps
    }

    /// Reads a script's text. Throws `ButtonsError.invalidScript` for the first line it does not understand, naming
    /// `file:line`, what was found and what is expected.
    package init(parsing text: String, file: String) throws(ButtonsError) {
        var steps: [Step] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            var words = ScriptWords(line, context: "\(file):\(index + 1)")
            if let step = try words.step() { steps.append(step) }
        }
        self.init(steps)
    }

    /// Reads a script file, UTF-8, at most 512 KiB. Throws `ButtonsError`: unreadable, or as `init(parsing:file:)`.
    package init(file: String) throws(ButtonsError) {
        guard let data = FileManager.default.contents(atPath: file) else {
            throw ButtonsError(
                .unreadableScript, "cannot be read; check that the file exists and may be read", context: file)
        }
        guard data.count <= ButtonsTuning.scriptBytes, let text = String(data: data, encoding: .utf8) else {
            throw ButtonsError(
                .unreadableScript, "not a script; expected UTF-8 text of at most 512 KiB", context: file)
        }
        try self.init(parsing: text, file: file)
    }
}

import Quiz
import Timing

/// One asking of a question in an archived game.
package struct ArchivedQuestion: Hashable, Sendable {
    package enum Status: String, Hashable, Sendable {
        case revealed
        /// It was open when the host ended; what is right is not out.
        case open
        /// It was asked again, or the verdict that had opened it was taken back; its answers count for nothing.
        case void
    }

    package let id: QuestionID
    /// Position in the game, from 0.
    package let index: Int
    /// From 1.
    package let asking: Int
    /// As it was sent to the players, with its key once that is out.
    package let document: Question
    package let status: Status
    /// When it was opened, on the host's clock; nil when nobody wrote it down.
    package let startedAt: MonotonicTime?
    /// The last moment of a press that counted.
    package let closedAt: MonotonicTime?
    /// In the order of the presses.
    package internal(set) var presses: [ArchivedPress] = []

    package var kind: QuestionKind { document.kind ?? .choice }

    /// The right choices from 0; empty in a poll, and while they are not out.
    package var correct: [Int] {
        if let several = document.correctChoiceIndices { return several }
        return document.correctChoiceIndex >= 0 ? [document.correctChoiceIndex] : []
    }

    /// How long it was open; nil when nobody wrote it down, or while it is.
    package var duration: Duration? {
        guard status == .revealed, let startedAt, let closedAt else { return nil }
        return startedAt.duration(to: closedAt)
    }
}

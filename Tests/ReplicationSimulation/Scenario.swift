import Documents
import Replication

/// What a seed stands for: who takes part, what they do, and what befalls them.
struct Scenario {
    /// What can befall a peer or a connection; drawn again and again while the chaos lasts.
    enum Mishap: CaseIterable {
        case cut
        case kill
        case restart
        case powerCut
        case rollBack
        case wipe
        case copy
        case diskFailure
    }

    let boards: Int
    let collections: [CollectionName]
    /// How long the chaos lasts.
    let chaos: Duration
    /// Milliseconds between two things that happen.
    let pace: ClosedRange<Int>
    let latency: Duration
    let jitterMilliseconds: Int
    /// Shared documents of a collection; few make for many conflicts.
    let sharedDocuments: Int
    /// Percent of happenings that are edits; the others are mishaps.
    let editPercent: Int
    let deletePercent: Int
    let attachmentPercent: Int
    /// Whether some documents are hidden from, or refused to, some boards.
    let hasRules: Bool
    /// Whether conflicts are merged rather than won.
    let merges: Bool
    let mishaps: [Mishap]
    /// Percent of connections that break at a message drawn in advance.
    let cutAtMessagePercent: Int
    let oneShotPercent: Int
    let hubHasClock: Bool
    let tuning: Tuning

    init(_ dice: Dice) {
        switch dice.below(10) {
        case 0..<6: boards = dice.draw(1...3)
        case 6..<9: boards = dice.draw(4...7)
        default: boards = dice.draw(8...19)
        }
        let names = ["_default", "answers", "game.scores"].compactMap { CollectionName($0) }
        collections = Array(names.prefix(dice.pick([1, 1, 2, 3])))
        pace = dice.pick([5...50, 20...300, 100...1_000])
        chaos = .milliseconds(dice.draw(15...120) * (pace.lowerBound + pace.upperBound) / 2)
        latency = dice.milliseconds(0...40)
        jitterMilliseconds = dice.pick([0, 0, 5, 60])
        sharedDocuments = dice.draw(1...8)
        editPercent = dice.pick([60, 80, 90])
        deletePercent = dice.pick([0, 10, 30])
        attachmentPercent = dice.pick([0, 0, 15])
        hasRules = dice.chance(40)
        merges = dice.chance(30)
        mishaps = Mishap.allCases.filter { _ in dice.chance(50) } + [.cut]
        cutAtMessagePercent = dice.pick([0, 0, 30, 80])
        oneShotPercent = dice.pick([0, 0, 30])
        hubHasClock = dice.chance(90)
        tuning = Self.tuning(dice)
    }

    private static func tuning(_ dice: Dice) -> Tuning {
        var tuning = Tuning()
        guard dice.chance(60) else { return tuning }
        tuning.rowsPerList = dice.pick([1, 2, 5, 200])
        tuning.listsInFlight = dice.draw(1...5)
        tuning.revisionsInFlight = dice.pick([1, 3, 20, 600])
        tuning.revisionsAwaited = dice.pick([1, 5, 1_000])
        tuning.bytesInFlight = dice.pick([300, 2 << 20])
        tuning.echoMemory = dice.pick([0, 3, 10_000])
        tuning.attachmentsInFlight = dice.draw(1...4)
        tuning.checkpointInterval = dice.milliseconds(100...5_000)
        tuning.socketHighWaterBytes = dice.pick([500, 256 << 10])
        return tuning
    }
}

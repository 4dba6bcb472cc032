/// A part of the program that is fed hostile input.
///
/// `run` throws a `Violation` when something does not hold that must; a trap or a hang ends the process. Whatever the
/// program itself throws at bad input is its right, and stays inside.
protocol FuzzTarget: AnyObject {
    static var name: String { get }
    /// What the input is and what must hold, in a line.
    static var summary: String { get }
    /// Words worth inserting.
    static var words: [String] { get }

    init() throws
    /// Honest inputs, to be spoiled.
    func seeds() throws -> [[UInt8]]
    /// Feeds one input; the same input always does the same.
    func run(_ input: [UInt8]) throws
}

extension FuzzTarget {
    static var words: [String] { [] }
}

/// All of them, by name.
var allTargets: [any FuzzTarget.Type] {
    [
        SocketTarget.self, FramesTarget.self, PassiveSessionTarget.self, ActiveSessionTarget.self, JSONTarget.self,
        VersionTarget.self, PackTarget.self, TextTarget.self,
    ]
}

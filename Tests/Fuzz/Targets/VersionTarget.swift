import Documents

/// Version vectors: what parses prints and parses again to the same, and comparing is the same from both sides.
final class VersionTarget: FuzzTarget {
    static let name = "versions"
    static let summary = "pairs of version vectors: parse, print, parse; compare from both sides"
    static let words = ["@", "; ", ", ", ";", ",", "*", "DeW0Cmq3QX6+CStGmDegsg", "ffffffffffffffff", "0", "|"]

    init() {}

    func seeds() -> [[UInt8]] {
        let a = "DeW0Cmq3QX6+CStGmDegsg"
        let b = "AAAAAAAAAAAAAAAAAAAAAQ"
        let c = "Zm9vYmFyYmF6cXV4MTIzNA"
        let texts = [
            "18ecbe000e990000@\(a)|18ecbe000e990001@\(b)", "5@\(a); 3@\(b), 2@\(c)|4@\(b); 1@\(a)",
            "9@\(a), 5@\(b), 4@\(c);|9@\(a), 5@\(b), 4@\(c); 1@\(b)", "9@\(a), 5@\(a), 4@\(b)|7@\(b)",
            "1@Revision+Tree+Encoding|", "3@\(a); 2@\(b)|5@\(a); 2@\(b)",
        ]
        return texts.map { Array($0.utf8) }
    }

    func run(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        let sides = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let vectors = try sides.map(check)
        if let version = Version(sides[0]) {
            try require(Version(version.description) == version, "'\(version)' does not read back")
        }
        guard vectors.count == 2, let first = vectors[0], let second = vectors[1] else {
            if sides.count == 2 { _ = try check(try? VersionVector(revision: sides[0], history: sides[1])) }
            return
        }
        try compare(first, second)
        for vector in [first.unitingHistory(with: second), first.winning(over: second)] { _ = try check(vector) }
        if let new = first.current ?? second.current {
            _ = try check(first.adding(new))
            _ = try check(try? VersionVector.merge(first, second, new: new))
        }
    }

    private func check(_ text: String) throws -> VersionVector? {
        try check(try? VersionVector(parsing: text))
    }

    @discardableResult
    private func check(_ vector: VersionVector?) throws -> VersionVector? {
        guard let vector else { return nil }
        guard let again = try? VersionVector(parsing: vector.description) else {
            throw Violation("'\(vector)' does not read back")
        }
        try require(again == vector, "'\(vector)' reads back as '\(again)'")
        if let current = vector.current {
            let wire = try VersionVector(revision: current.description, history: vector.history)
            try require(wire == vector, "'\(vector)' comes over the wire as '\(wire)'")
            try require(vector.compare(vector) == .same, "'\(vector)' is not the same as itself")
        }
        return vector
    }

    private func compare(_ first: VersionVector, _ second: VersionVector) throws {
        let (there, back) = (first.compare(second), second.compare(first))
        let expected: VectorOrder =
            switch there {
            case .same: .same
            case .newer: .older
            case .older: .newer
            case .conflict: .conflict
            }
        try require(back == expected, "'\(first)' is \(there) to '\(second)', which is \(back) to it")
    }
}

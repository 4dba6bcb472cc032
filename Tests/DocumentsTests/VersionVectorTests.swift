import Testing

@testable import Documents

@Suite struct VersionVectorTests {
    static let comparisons: [(String, String, VectorOrder)] = [
        ("1@A", "1@A", VectorOrder.same), ("2@A", "1@A", .newer), ("1@A", "1@B", .conflict), ("9@C", "1@A", .conflict),
        ("2@B; 1@A", "1@A", .newer), ("2@B; 1@A", "2@A", .conflict), ("2@B; 1@A", "3@C; 1@A", .conflict),
        ("3@C; 2@B", "2@B; 1@A", .newer), ("2@B", "2@B; 1@A", .same), ("2@B; 5@A", "2@B; 1@A", .same),
        ("1@A; 9@B", "9@B", .newer), ("6@C; 5@A", "4@A; 2@B", .newer), ("3@A; 2@B", "3@B; 3@A", .older),
        ("3@A; 3@B", "3@B; 3@A", .conflict), ("4@D, 3@B, 2@A;", "3@B", .newer),
        ("4@D, 3@B, 2@A;", "2@A; 1@C", .newer), ("4@D, 3@B, 2@A;", "4@C, 3@B, 2@A;", .conflict),
        ("4@A, 2@A, 3@B;", "3@A", .newer), ("4@A, 2@A, 3@B;", "5@A", .older), ("", "1@A", .older), ("", "", .same),
    ]

    @Test(arguments: comparisons) func twoVectorsCompare(x: String, y: String, expected: VectorOrder) throws {
        let mirrored: [VectorOrder: VectorOrder] = [
            .same: .same, .older: .newer, .newer: .older, .conflict: .conflict,
        ]
        #expect(try Sample.vector(x).compare(Sample.vector(y)) == expected)
        #expect(try Sample.vector(y).compare(Sample.vector(x)) == mirrored[expected])
    }

    @Test(arguments: [
        ("5@M, 4@B, 3@M;", "6@M", "6@M; 4@B"), ("5@A; 2@B", "6@M", "6@M; 5@A, 2@B"), ("", "1@A", "1@A"),
        ("5@A; 2@B", "6@A", "6@A; 2@B"), ("5@A; 2@B", "6@B", "6@B; 5@A"),
    ]) func anEditPutsItsVersionFirst(old: String, version: String, expected: String) throws {
        #expect(try Sample.vector(old).adding(Sample.version(version)) == Sample.vector(expected))
    }

    static let merges: [(String, String, String, String)] = [
        ("5@M; 3@B", "7@D", "9@M", "9@M, 7@D, 5@M; 3@B"), ("2@A; 1@C", "3@B; 4@C", "9@M", "9@M, 3@B, 2@A; 4@C"),
        ("2@A", "3@B", "9@M", "9@M, 3@B, 2@A;"), ("2@A; 5@M, 1@B", "3@B; 6@M", "9@M", "9@M, 3@B, 2@A;"),
    ]

    @Test(arguments: merges) func aMergeNamesBothSides(a: String, b: String, new: String, expected: String) throws {
        let (a, b) = (try Sample.vector(a), try Sample.vector(b))
        let merged = try VersionVector.merge(a, b, new: Sample.version(new))
        #expect(try merged == Sample.vector(expected))
        #expect(try VersionVector.merge(b, a, new: Sample.version(new)) == merged)
        #expect(merged.compare(a) == .newer)
        #expect(merged.compare(b) == .newer)
    }

    @Test(arguments: [
        ("3@A", "5@A; 1@B", "9@M"), ("", "5@A", "9@M"), ("3@M", "5@A", "3@M"), ("3@B; 9@M", "5@A", "8@M"),
    ])
    func whatCannotBeMergedIsRefused(a: String, b: String, new: String) throws {
        let error = failure { try VersionVector.merge(Sample.vector(a), Sample.vector(b), new: Sample.version(new)) }
        #expect(error?.code == .conflict)
    }

    @Test(arguments: [
        ("2@A; 1@C", "3@B; 1@D", "2@A; 3@B, 1@C, 1@D"), ("7@D", "5@M; 3@B", "7@D; 5@M, 3@B"),
        ("4@D, 3@B, 2@A;", "5@C; 9@B", "4@D; 9@B, 5@C, 2@A"), ("2@A", "3@B; 1@A", "2@A; 3@B"),
    ]) func theWinnerTakesTheLoserIntoItsHistory(winner: String, loser: String, expected: String) throws {
        let (winner, loser) = (try Sample.vector(winner), try Sample.vector(loser))
        let won = winner.winning(over: loser)
        #expect(try won == Sample.vector(expected))
        #expect(won.compare(winner) == .same)
        #expect(won.compare(loser) == .newer)
    }

    @Test func unitingLeavesAnotherVersionAlone() throws {
        #expect(try Sample.vector("2@A").unitingHistory(with: Sample.vector("3@A; 1@B")) == Sample.vector("2@A"))
    }

    static let revisions: [(String, String?, String)] = [
        ("3@A", nil, "3@A"), ("3@A", "", "3@A"), ("3@A", "2@B, 1@C", "3@A; 2@B, 1@C"),
        ("3@A", "2@B, 1@C;", "3@A, 2@B, 1@C;"), ("3@A", "2@B, 1@C; 1@D", "3@A, 2@B, 1@C; 1@D"),
        ("3@A; 2@B", nil, "3@A; 2@B"), ("3@A", "2@B,1@C", "3@A; 2@B, 1@C"), ("3@A", "1@C,   2@B", "3@A; 1@C, 2@B"),
    ]

    @Test(arguments: revisions) func aRevisionsPropertiesAreGlued(revision: String, history: String?, expected: String)
        throws
    {
        let vector = try VersionVector(revision: Sample.text(revision), history: history.map(Sample.text))
        #expect(try vector == Sample.vector(expected))
        if history?.isEmpty == false {
            #expect(try VersionVector(revision: Sample.text(revision), history: vector.history) == vector)
        }
    }

    @Test(arguments: ["", "3", "3-abcd", "5@*", "x@A", "3@A ", " 3@A", "0@A"])
    func aMalformedRevisionIsToldFromAMalformedHistory(revision: String) throws {
        for history in [nil, "", Sample.text("2@B")] {
            let error = failure { try VersionVector(revision: Sample.text(revision), history: history) }
            #expect(error?.code == .invalidVersion)
        }
    }

    @Test(arguments: [
        "garbage", "2@A", "3@A", "2@B, 1@B", "2@B; 1@C; 1@D", "5@*", "2@B\t,1@C", "2@B ,1@C", ",2@B", ", ",
    ])
    func aMalformedHistoryIsRefused(history: String) throws {
        let error = failure { try VersionVector(revision: Sample.text("3@A"), history: Sample.text(history)) }
        #expect(error?.code == .invalidHistory)
    }

    @Test func everyTruncationOfAVectorIsReadOrRefused() throws {
        let text = Sample.text("4a@D, 3@B, 2@A; 18ecbe000e990000@C")
        for length in 0..<text.utf8.count {
            let cut = String(text.prefix(length))
            if let vector = try? VersionVector(parsing: cut) {
                #expect(try VersionVector(parsing: vector.description) == vector)
            }
        }
        #expect(try VersionVector(parsing: text).description == text)
    }

    @Test func aVectorOfAThousandWritersIsReadAndAnEndlessOneIsNot() throws {
        let versions = (1...1000).map { _ in Version(time: .max, source: .random()) }
        let vector = VersionVector(versions: versions, mergeCount: 0)
        #expect(try VersionVector(parsing: vector.description) == vector)
        let endless = String(repeating: Sample.text("3@A, "), count: 3000)
        #expect(failure { try VersionVector(parsing: endless) }?.code == .invalidHistory)
    }

    @Test func aSourceIDIsAUUIDInBothForms() throws {
        let id = try #require(SourceID("DeW0Cmq3QX6+CStGmDegsg"))
        #expect(id.uuidText == "0de5b40a-6ab7-417e-be09-2b469837a0b2")
        #expect(SourceID(bytes: id.bytes) == id)
        let fresh = SourceID.random()
        #expect(SourceID(fresh.description) == fresh)
        #expect(fresh != SourceID.random())
        #expect(SourceID(bytes: [UInt8](repeating: 0, count: 16)) == nil)
        #expect(SourceID(bytes: [UInt8](repeating: 1, count: 15)) == nil)
    }
}

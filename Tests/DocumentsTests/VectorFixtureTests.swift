import FoundationEssentials
import Testing

@testable import Documents

/// The cases of `Fixtures/version-vectors.json`, computed with a real peer's code.
private struct VectorFixture: Decodable {
    struct VersionCase: Decodable, Sendable {
        let `in`: String
        let out: String?
    }

    struct VectorCase: Decodable, Sendable {
        let `in`: String
        let count: Int?
        let current_and_merges: Int?
        let out: String?
    }

    struct CompareCase: Decodable, Sendable {
        let x: String
        let y: String
        let x_is: String
    }

    let versions: [VersionCase]
    let vectors: [VectorCase]
    let compare: [CompareCase]

    static func load() throws -> VectorFixture {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/version-vectors.json")
        return try JSONDecoder().decode(VectorFixture.self, from: Data(contentsOf: file))
    }
}

@Suite struct VectorFixtureTests {
    private let fixture: VectorFixture

    init() throws {
        fixture = try VectorFixture.load()
    }

    @Test func theFixtureIsWhole() {
        #expect(fixture.versions.count == 22)
        #expect(fixture.vectors.count == 24)
        #expect(fixture.compare.count == 19)
    }

    /// `*` is read by the real peer as "me", which must never travel; here it is refused.
    @Test func versionsAreReadAndWrittenAsByARealPeer() {
        for test in fixture.versions {
            let expected = test.in.contains("*") ? nil : test.out
            #expect(Version(test.in)?.description == expected, "\(test.in)")
        }
    }

    @Test func vectorsAreReadAndWrittenAsByARealPeer() throws {
        for test in fixture.vectors {
            guard let out = test.out, !test.in.contains("*") else {
                #expect(failure { try VersionVector(parsing: test.in) }?.code == .invalidHistory, "\(test.in)")
                continue
            }
            let vector = try VersionVector(parsing: test.in)
            #expect(vector.description == out, "\(test.in)")
            #expect(vector.versions.count == test.count, "\(test.in)")
            let currents = vector.isEmpty ? 0 : 1 + vector.mergeCount
            #expect(currents == test.current_and_merges, "\(test.in)")
            #expect(try VersionVector(parsing: out) == vector)
        }
    }

    @Test func vectorsCompareAsInARealPeer() throws {
        for test in fixture.compare {
            let x = try VersionVector(parsing: test.x)
            let y = try VersionVector(parsing: test.y)
            #expect("\(x.compare(y))" == test.x_is, "\(test.x) to \(test.y)")
        }
    }
}

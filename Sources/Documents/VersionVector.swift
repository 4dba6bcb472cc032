/// What a revision of a document has behind it: its current version, and the newest known one of every other author.
///
/// | text | meaning |
/// |---|---|
/// | `c` | one version |
/// | `c; o1, o2` | current, then older ones of other authors |
/// | `c, m1, m2; o` | `c` merged the conflicting `m1` and `m2`; older ones follow |
/// | `c, m1, m2;` | the same without older ones |
///
/// Only vectors decide which revision is newer, never times: a child may carry an earlier time than its parent.
package struct VersionVector: Hashable, Sendable {
    /// The current version, then the merged ones (`mergeCount`), then the older ones. Each author appears once; the
    /// current one's author may appear a second time among the merged ones.
    package private(set) var versions: [Version]
    /// How many versions after the first were merged by it.
    package private(set) var mergeCount: Int

    /// The vector of a document that does not exist.
    package static let empty = VersionVector(versions: [], mergeCount: 0)

    /// The vector of a first edit.
    package init(_ version: Version) {
        self.init(versions: [version], mergeCount: 0)
    }

    init(versions: [Version], mergeCount: Int) {
        self.versions = versions
        self.mergeCount = mergeCount
    }

    /// The version of the edit this vector belongs to; nil when empty.
    package var current: Version? { versions.first }

    /// Whether there is no version at all.
    package var isEmpty: Bool { versions.isEmpty }

    /// The versions that the current one merged.
    package var merged: ArraySlice<Version> { versions.dropFirst().prefix(mergeCount) }

    /// Whether the edit `version` is part of this vector's past (or its present).
    package func includes(_ version: Version) -> Bool {
        guard let known = versions.first(where: { $0.source == version.source }) else { return false }
        return known.time >= version.time
    }

    /// How this vector stands to `other`.
    package func compare(_ other: VersionVector) -> VectorOrder {
        guard let mine = current else { return other.isEmpty ? .same : .older }
        guard let theirs = other.current else { return .newer }
        if mine == theirs { return .same }
        return switch (includes(theirs), other.includes(mine)) {
        case (true, false): .newer
        case (false, true): .older
        default: .conflict
        }
    }

    /// Whether the two have any version in common; unrelated revisions do not.
    package func sharesVersion(with other: VersionVector) -> Bool {
        versions.contains { other.versions.contains($0) }
    }

    /// Whether both are merges of the same versions.
    package func isSameMerge(as other: VersionVector) -> Bool {
        mergeCount > 0 && mergeCount == other.mergeCount && Set(merged) == Set(other.merged)
    }
}

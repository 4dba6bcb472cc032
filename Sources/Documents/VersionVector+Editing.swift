extension VersionVector {
    /// The vector of an edit `version` made on top of this one; merged versions become older ones.
    package func adding(_ version: Version) -> VersionVector {
        var seen: Set<SourceID> = [version.source]
        let older = versions.filter { seen.insert($0.source).inserted }
        return VersionVector(versions: [version] + older, mergeCount: 0)
    }

    /// The vector of `new`, which merges the conflicting `a` and `b`.
    ///
    /// Throws `.conflict` when both are by the same author (that is no conflict of authors but a forked database), when
    /// one is empty, or when `new` is not later than its author's own version in them.
    package static func merge(_ a: VersionVector, _ b: VersionVector, new: Version) throws -> VersionVector {
        guard let first = a.current, let second = b.current, first.source != second.source else {
            throw DocumentsError(.conflict, "two revisions by one author cannot be merged; keep one of them")
        }
        guard !(a.versions + b.versions).contains(where: { $0.source == new.source && $0.time >= new.time }) else {
            throw DocumentsError(.conflict, "a merge must be later than its author's own earlier version")
        }
        let merged = [first, second].sorted(by: Version.newestFirst)
        let older = newestPerAuthor(of: a.versions + b.versions, except: [first.source, second.source, new.source])
        return VersionVector(versions: [new] + merged + older, mergeCount: 2)
    }

    /// This revision chosen over the conflicting `loser`, without a new version: its current version, then the newest
    /// one of everybody else. Two peers that choose the same side arrive at the same vector.
    package func winning(over loser: VersionVector) -> VersionVector {
        guard let current else { return loser }
        let older = Self.newestPerAuthor(of: versions + loser.versions, except: [current.source])
        return VersionVector(versions: [current] + older, mergeCount: 0)
    }

    /// This newer revision in the place of `old`: what `old` had behind it stays behind it, merge marks stay.
    ///
    /// The peer that made it may not know of a version that lost against `old` here. That one must not come back, and its
    /// author must not give its time to another edit.
    package func succeeding(_ old: VersionVector) -> VersionVector {
        guard let current else { return old }
        let kept = Set(merged.map(\.source)).union([current.source])
        let older = Self.newestPerAuthor(of: versions + old.versions, except: kept)
        if versions.count == 1 + mergeCount + older.count, older.allSatisfy(versions.contains) { return self }
        return VersionVector(versions: [current] + merged + older, mergeCount: mergeCount)
    }

    /// Both histories of the same current version: the newest version of every author; merge marks stay.
    ///
    /// A "one side wins" resolution lengthens the history under an unchanged version, so a peer that holds the version
    /// already must take the longer history in, or the loser would look like a conflict to it later.
    /// Returns this vector when the current versions differ.
    package func unitingHistory(with other: VersionVector) -> VersionVector {
        guard let current, current == other.current, self != other else { return self }
        let all = versions + other.versions
        let marked = (mergeCount > 0 ? self : other).merged
        let merged = marked.map { mark in
            mark.source == current.source
                ? mark : all.filter { $0.source == mark.source }.max { $0.time < $1.time } ?? mark
        }
        let older = Self.newestPerAuthor(of: all, except: Set(merged.map(\.source)).union([current.source]))
        if mergeCount == merged.count, Set(versions) == Set([current] + merged + older) { return self }
        return VersionVector(versions: [current] + merged + older, mergeCount: merged.count)
    }

    private static func newestPerAuthor(of versions: [Version], except excluded: Set<SourceID>) -> [Version] {
        var newest: [SourceID: Version] = [:]
        for version in versions where !excluded.contains(version.source) {
            if let known = newest[version.source], known.time >= version.time { continue }
            newest[version.source] = version
        }
        return newest.values.sorted(by: Version.newestFirst)
    }
}

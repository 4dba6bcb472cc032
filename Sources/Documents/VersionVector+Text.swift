extension VersionVector: CustomStringConvertible {
    /// Reads a vector as it stands in a list message or a database. An empty text is the empty vector.
    ///
    /// Spaces may follow a separator and a separator may end the text; everything else must be exact.
    /// Throws `.invalidHistory`.
    package init(parsing text: String) throws {
        var text = text
        self = try text.withUTF8 { try VersionVector(text: $0) }
    }

    /// Reads the properties `rev` and `history` of a revision on the wire.
    ///
    /// `history` holds merged versions up to its `;`, and only older ones when it has none. A whole vector in
    /// `revision` is taken when there is no history. Throws `.invalidVersion` when `revision` is malformed or empty,
    /// `.invalidHistory` when `history` is, or when the two together name an author twice.
    package init(revision: String, history: String?) throws {
        guard let history, !history.isEmpty else {
            do { try self.init(parsing: revision) } catch {
                throw Self.invalidRevision(revision)
            }
            if isEmpty { throw Self.invalidRevision(revision) }
            return
        }
        guard Version(revision) != nil else { throw Self.invalidRevision(revision) }
        let separator = history.utf8.contains(UInt8(ascii: ";")) ? ", " : "; "
        try self.init(parsing: revision + separator + history)
    }

    private static func invalidRevision(_ text: String) -> DocumentsError {
        DocumentsError(.invalidVersion, "'\(text.printable)' is not a version; expected time@source, as 18ecbe00@…")
    }

    init(text: UnsafeBufferPointer<UInt8>) throws {
        guard text.count <= Tuning.maxVectorBytes else {
            throw DocumentsError(.invalidHistory, "a version vector of \(text.count) bytes is too long")
        }
        var versions: [Version] = []
        var mergeEnd: Int?
        var position = 0
        while position < text.count {
            let start = position
            while position < text.count, text[position] != UInt8(ascii: ","), text[position] != UInt8(ascii: ";") {
                position += 1
            }
            guard let version = Version(text: UnsafeBufferPointer(rebasing: text[start..<position])) else {
                let item = String(decoding: text[start..<position], as: UTF8.self)
                throw DocumentsError(.invalidHistory, "'\(item.printable)' in a version vector is not a version")
            }
            versions.append(version)
            guard position < text.count else { break }
            if text[position] == UInt8(ascii: ";") {
                guard mergeEnd == nil else {
                    throw DocumentsError(.invalidHistory, "a version vector has more than one ';'")
                }
                mergeEnd = versions.count
            }
            position += 1
            while position < text.count, text[position] == UInt8(ascii: " ") { position += 1 }
        }
        self.init(versions: versions, mergeCount: max(0, (mergeEnd ?? versions.count) - 1))
        try checkAuthors()
    }

    /// Refuses an author twice, but for a merge that took in an earlier version of its own author.
    private func checkAuthors() throws {
        guard versions.count > 1 else { return }
        for (index, version) in versions.enumerated() {
            guard let earlier = versions[..<index].firstIndex(where: { $0.source == version.source }) else { continue }
            let ownMerge = earlier == 0 && index <= mergeCount && version.time < versions[0].time
            guard ownMerge else {
                throw DocumentsError(.invalidHistory, "a version vector names the author \(version.source) twice")
            }
        }
        // Two own versions among the merged ones would both find the current one first.
        guard merged.count(where: { $0.source == versions[0].source }) <= 1 else {
            throw DocumentsError(.invalidHistory, "a version vector names the author \(versions[0].source) twice")
        }
    }

    /// The whole vector; `VersionVector(parsing:)` reads it back. Empty for the empty vector.
    package var description: String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// The property `history` of a revision message: everything but the current version; nil when there is nothing.
    package var history: String? {
        guard versions.count > 1 else { return nil }
        var output: [UInt8] = []
        write(from: 1, to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// The text form as bytes.
    var bytes: [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(versions.count * 41)
        write(from: 0, to: &output)
        return output
    }

    private func write(from first: Int, to output: inout [UInt8]) {
        for index in versions.indices.dropFirst(first) {
            if index > first {
                // The current version ends its group unless it is a merge; the last merged one always does.
                let endsGroup = index == mergeCount + 1
                output.append(endsGroup ? UInt8(ascii: ";") : UInt8(ascii: ","))
                output.append(UInt8(ascii: " "))
            }
            versions[index].write(to: &output)
        }
        if mergeCount > 0, versions.count == mergeCount + 1 { output.append(UInt8(ascii: ";")) }
    }
}

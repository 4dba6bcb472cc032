/// The name of a collection: a scope and a name in it, `_default._default` unless told otherwise.
package struct CollectionName: Hashable, Sendable {
    package let scope: String
    package let name: String

    /// `_default._default`.
    package static let `default` = CollectionName(checkedScope: "_default", name: "_default")

    /// Reads `scope.name`, or `name` in the default scope; nil for anything that Couchbase Lite does not allow:
    /// 1 to 251 characters of A–Z a–z 0–9 `_` `%` `-`, not starting with `_` or `%`, but for `_default`.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let name = parts.last, parts.allSatisfy(Self.isValid) else { return nil }
        let scope = parts.count == 2 ? parts[0] : "_default"
        // The collection `_default` exists in the default scope only.
        guard name != "_default" || scope == "_default" else { return nil }
        self.init(checkedScope: scope, name: name)
    }

    private init(checkedScope: String, name: String) {
        scope = checkedScope
        self.name = name
    }

    private static func isValid(_ part: String) -> Bool {
        if part == "_default" { return true }
        guard (1...Tuning.maxCollectionNameCharacters).contains(part.utf8.count) else { return false }
        guard let first = part.utf8.first, first != UInt8(ascii: "_"), first != UInt8(ascii: "%") else { return false }
        return part.utf8.allSatisfy { byte in
            switch byte {
            case 0x41...0x5a, 0x61...0x7a, 0x30...0x39, UInt8(ascii: "_"), UInt8(ascii: "%"), UInt8(ascii: "-"): true
            default: false
            }
        }
    }

    /// The name as `getCollections` carries it: without the default scope, so `_default`, `answers` or `scope.answers`.
    package var wireName: String { scope == "_default" ? name : description }
}

extension CollectionName: LosslessStringConvertible {
    /// Always `scope.name`.
    package var description: String { "\(scope).\(name)" }
}

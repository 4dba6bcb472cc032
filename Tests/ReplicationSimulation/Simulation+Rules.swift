import Documents
import Replication

/// What boards may see and change, and how conflicts are merged.
///
/// | document | rule |
/// |---|---|
/// | `shared-…`, `own-<board>-…` | everybody sees and changes it |
/// | `fixed-…` | only the hub changes it |
/// | `secret-<board>-…` | only that board and the hub see it and change it |
/// | any, with `"bad": true` in it | the hub refuses the revision |
extension Simulation {
    static func mayPull(_ board: String, _ id: String) -> Bool {
        !id.hasPrefix("secret-") || id.hasPrefix("secret-\(board)-")
    }

    static func mayPush(_ board: String, _ id: String) -> Bool {
        mayPull(board, id) && !id.hasPrefix("fixed-")
    }

    static func rules(for board: String) -> PeerAccess {
        var rules = PeerAccess()
        rules.mayPull = { mayPull(board, $1.id) }
        rules.refusesOffer = { mayPush(board, $1) ? nil : WireError("HTTP", 403, "not yours") }
        rules.refusesRevision = { revision in
            let isBad = (try? JSON(parsing: revision.body))?["bad"] == true
            return isBad ? WireError("HTTP", 403, "bad") : nil
        }
        return rules
    }

    /// Merges two live documents into one with the tokens of both; otherwise as everybody does.
    static let mergingResolver: ConflictResolver = { local, remote in
        guard !local.isDeleted, !remote.isDeleted, let mine = try? JSON(parsing: local.body),
            let theirs = try? JSON(parsing: remote.body)
        else { return ConflictPolicy.defaultResolver(local, remote) }
        let tokens = Set(tokens(mine)).union(tokens(theirs)).sorted()
        var fields: [String: JSON] = ["tokens": .array(tokens.map { .integer($0) })]
        if let file = mine["file"] ?? theirs["file"] { fields["file"] = file }
        return .merged(body: JSON.object(fields).bytes)
    }

    static func tokens(_ body: JSON) -> [Int64] {
        guard case .array(let tokens)? = body["tokens"] else { return [] }
        return tokens.compactMap(\.integer)
    }
}

import Documents

/// A version the peer is known to have, to be remembered for the next proposal's parent.
struct LearnedVersion {
    let collection: Collection
    let id: String
    let version: Version
}

/// How one version vector stands to another.
package enum VectorOrder: Hashable, Sendable {
    /// Both have the same current version, whatever their histories say.
    case same
    /// The other one includes this one's current version.
    case older
    /// This one includes the other's current version.
    case newer
    /// Neither includes the other's current version, or each does.
    case conflict
}

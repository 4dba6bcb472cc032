import Documents

/// A document that the peer has confirmed to hold.
struct Delivery {
    let collection: CollectionName
    let id: String
    let version: Version
}

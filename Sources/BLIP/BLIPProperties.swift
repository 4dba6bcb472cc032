/// The properties of a message: an ordered list of keys and values, like the headers of a request.
///
/// `Profile`, which says what kind of request a message is, is put first however it is set. Equality heeds the order.
///
///     let properties: BLIPProperties = ["Profile": "rev", "collection": "0", "id": "doc-1"]
package struct BLIPProperties: Hashable, Sendable, ExpressibleByDictionaryLiteral, CustomStringConvertible {
    private var list: [Pair] = []

    /// No properties.
    package init() {}

    /// The pairs in order; of equal keys the last one stands.
    package init(dictionaryLiteral elements: (String, String)...) {
        for (key, value) in elements { self[key] = value }
    }

    /// The pairs as they came from the wire, repeated keys included.
    init(received pairs: [(String, String)]) {
        list = pairs.map { Pair(key: $0, value: $1) }
    }

    /// The keys and values in their order.
    package var pairs: [(key: String, value: String)] { list.map { ($0.key, $0.value) } }

    /// Whether there are none.
    package var isEmpty: Bool { list.isEmpty }

    /// The value of a key: of the first such pair, if a peer sent several. Setting nil removes the key, setting a new one
    /// appends it.
    package subscript(key: String) -> String? {
        get { list.first { $0.key == key }?.value }
        set {
            let index = list.firstIndex { $0.key == key }
            switch (index, newValue) {
            case (let index?, let value?): list[index].value = value
            case (_?, nil): list.removeAll { $0.key == key }
            case (nil, let value?):
                list.insert(Pair(key: key, value: value), at: key == Self.profileKey ? 0 : list.count)
            case (nil, nil): break
            }
        }
    }

    /// The kind of request: the property `Profile`.
    package var profile: String? {
        get { self[Self.profileKey] }
        set { self[Self.profileKey] = newValue }
    }

    /// Whether a property says yes: `true` or `YES` in any case, or a number other than 0. A missing one says no.
    package func bool(_ key: String) -> Bool {
        guard let value = self[key] else { return false }
        switch value.lowercased() {
        case "true", "yes": return true
        default: return Double(value).map { $0 != 0 } ?? false
        }
    }

    /// The pairs in one line, for tests and debugging: it shows what the message says, so keep it out of logs.
    package var description: String {
        "{\(list.map { "\($0.key): \($0.value)" }.joined(separator: ", "))}"
    }

    private static let profileKey = "Profile"

    private struct Pair: Hashable, Sendable {
        var key: String
        var value: String
    }
}

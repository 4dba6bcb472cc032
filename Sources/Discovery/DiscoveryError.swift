/// Why something cannot be advertised, or looked for.
package struct DiscoveryError: Error, Hashable, Sendable, CustomStringConvertible {
    package struct Code: Hashable, Sendable {
        let name: String
        /// The service name is empty, or longer than 63 bytes of UTF-8.
        package static let invalidName = Code(name: "invalidName")
        /// The port is 0.
        package static let invalidPort = Code(name: "invalidPort")
        /// A TXT key is empty, or has a character other than printable ASCII without `=`.
        package static let invalidTXTKey = Code(name: "invalidTXTKey")
        /// A TXT entry is longer than 255 bytes, or all of them together than 1,300.
        package static let txtTooLong = Code(name: "txtTooLong")
        /// The machine has no descriptor, memory or thread left.
        package static let noResources = Code(name: "noResources")
    }

    package let code: Code
    /// One line for a person: what, where, what to do.
    package let message: String

    package var description: String { message }
}

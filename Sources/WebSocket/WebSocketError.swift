/// What went wrong before there was a connection to report it.
package struct WebSocketError: Error, Equatable, CustomStringConvertible {
    /// The kinds of error.
    package struct Code: Hashable, Sendable {
        let name: String

        /// Another program listens on that port.
        package static let addressInUse = Code(name: "addressInUse")
        /// This machine does not have that address.
        package static let addressUnavailable = Code(name: "addressUnavailable")
        /// The system does not let this user listen there (ports below 1024).
        package static let permissionDenied = Code(name: "permissionDenied")
        /// A port or an option out of range.
        package static let invalidOption = Code(name: "invalidOption")
        /// A URL that is not one.
        package static let invalidURL = Code(name: "invalidURL")
        /// The loop was stopped.
        package static let stopped = Code(name: "stopped")
        /// The operating system or libwebsockets failed.
        package static let system = Code(name: "system")
    }

    package let code: Code
    /// What happened, where, and what to do.
    package let message: String
    /// The address, URL or system error it is about; empty when the message says it all.
    package let context: String

    package init(_ code: Code, _ message: String, context: String = "") {
        self.code = code
        self.message = message
        self.context = context
    }

    package var description: String { message }
}

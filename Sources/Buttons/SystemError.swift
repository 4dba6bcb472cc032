import Glibc

/// An errno value that a library call ended with.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    package let code: Int32

    init(_ code: Int32) {
        self.code = code
    }

    package var description: String { String(cString: strerror(code)) }
}

extension SystemError {
    /// The device is not there any more.
    var isGone: Bool { code == ENODEV }
}

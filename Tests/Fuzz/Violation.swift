/// An input after which something does not hold that must hold after every input.
struct Violation: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Throws unless `condition` holds.
func require(_ condition: Bool, _ what: @autoclosure () -> String) throws {
    if !condition { throw Violation(what()) }
}

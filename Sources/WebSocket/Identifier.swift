import Synchronization

/// Numbers for connections and servers, never used twice in a process.
enum Identifier {
    private static let last = Atomic<UInt64>(0)

    static func next() -> UInt64 {
        last.wrappingAdd(1, ordering: .relaxed).newValue
    }
}

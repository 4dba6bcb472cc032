/// A pack with at least one question, and what a person should know about how it was read.
package struct LoadedPack: Sendable, Equatable {
    package let pack: QuizPack
    /// In the order of the file.
    package let warnings: [PackProblem]
    package let counts: PackCounts
}

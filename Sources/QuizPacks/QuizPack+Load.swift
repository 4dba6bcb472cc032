extension QuizPack {
    /// Reads the pack at `path` (`*.quiz.json`, UTF-8 with or without a byte order mark).
    ///
    /// A bad question is skipped and reported, a bad setting falls back to its default and is reported; neither fails
    /// the file. Pictures are looked for beside the file. Blocks while reading; call it from any thread.
    ///
    /// - Throws: `PackError` when the file cannot be read, is not JSON, is no pack, or has no question that can be used.
    package static func load(path: String) throws -> LoadedPack {
        var reader = PackReader(file: path, bytes: try PackFile.read(path))
        return try reader.read()
    }
}

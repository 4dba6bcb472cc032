import Documents

/// The error that `body` throws; nil when it throws none, or one of another kind.
func failure<Result>(of body: () throws -> Result) -> DocumentsError? {
    do { _ = try body() } catch { return error as? DocumentsError }
    return nil
}

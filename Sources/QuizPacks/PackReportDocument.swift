/// The JSON form of a report: the fields that `Documentation/packs.md` promises, apart from our own types.
struct PackReportDocument: Codable, Equatable {
    struct Problem: Codable, Equatable {
        let line: Int
        let question: Int?
        let effect: PackProblem.Effect
        let message: String
    }

    struct Failure: Codable, Equatable {
        let code: String
        let line: Int?
        let column: Int?
        let message: String
    }

    let file: String
    let usable: Bool
    let title: String?
    let language: String?
    let read: Int
    let skipped: Int
    let changed: Int
    let problems: [Problem]
    let error: Failure?

    init(_ report: PackReport) {
        file = report.file
        usable = report.isUsable
        title = report.pack?.title
        language = report.pack?.language
        read = report.counts.read
        skipped = report.counts.skipped
        changed = report.counts.changed
        problems = report.problems.map {
            Problem(line: $0.line, question: $0.question, effect: $0.effect, message: $0.message)
        }
        error = report.failure.map {
            Failure(code: $0.code.rawValue, line: $0.line, column: $0.column, message: $0.message)
        }
    }
}

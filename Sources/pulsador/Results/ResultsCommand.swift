import Game

/// `pulsador results`: lists the games of a host, shows the results of one, or exports them.
struct ResultsCommand: Command {
    enum Format: String {
        case csv
        case json
    }

    static let name = "results"
    static let summary = "List the games that were hosted, show the results of one, or export them"
    static let operands = "[GAME]"
    static let operandCount = 0...1
    static let options: [Option] = [
        .value("database", "DIR", "where the host keeps its games (default: ~/.local/state/pulsador/host)"),
        .value("format", "csv|json", "export all that is known of each press"),
        .flag("totals", "with --format csv: a row for each player instead of each press"),
        .value("output", "FILE", "export into a file, whole or not at all (default: standard output)"),
        .flag("json", "the list of games as one JSON object per line; with GAME the same as --format json"),
    ]
    static let details = """
        GAME is a join code, an id or its beginning as the list shows it, or 'last'. A game can be read when its host has
        ended, however it ended; nothing is changed in the database.
        Texts in CSV that a spreadsheet would take for a formula begin with a ' there.
        """
    static let example = "pulsador results last --format csv --output evening.csv"

    private let directory: String
    private let game: String?
    private let format: Format?
    private let wantsTotals: Bool
    private let output: String?
    private let writesJSON: Bool

    init(_ arguments: Arguments) throws {
        directory = arguments.string("database") ?? "\(Places.state)/host"
        game = arguments.positionals.first
        wantsTotals = arguments.flag("totals")
        output = arguments.string("output")
        writesJSON = arguments.flag("json")
        var format: Format?
        if let text = arguments.string("format") {
            guard let known = Format(rawValue: text) else {
                throw UsageError("\(arguments.title("format")) takes csv or json, not '\(text.printable)'")
            }
            format = known
        }
        guard !writesJSON || format != .csv else { throw UsageError("--json and --format csv contradict each other") }
        guard game != nil || format == nil else {
            throw UsageError("--format exports one game; name it, or say 'last'")
        }
        if game != nil, writesJSON { format = .json }
        guard !wantsTotals || format == .csv else { throw UsageError("--totals goes with --format csv") }
        guard output == nil || format != nil else { throw UsageError("--output goes with --format") }
        self.format = format
    }

    func run() async throws {
        var notes: [String] = []
        // Everything is read before anything is written: a pager must not keep the next host out.
        let text = try HostDatabase.read(directory) { archive in
            let games = try archive.games { notes.append($0) }
            let listed = games.filter { !$0.isEmpty }
            if game == nil ? listed.isEmpty : games.isEmpty { notes.append("there are no games in '\(directory)'") }
            guard let game else { return try writesJSON ? GameList.json(listed) : GameList.table(listed) }
            let record = try archive.record(of: try find(game, in: games))
            notes += record.contradictions.map { "the database contradicts itself: \($0)" }
            return try shown(record)
        }
        tell(notes)
        if let output {
            try ExportFile.write(text, to: output, protecting: directory)
        } else {
            try Output.result(text)
        }
    }

    private func shown(_ record: GameRecord) throws -> String {
        switch format {
        case nil: GameReport(record).text
        case .json: try ResultsJSON(record).text
        case .csv: wantsTotals ? ResultsCSV.totals(record) : ResultsCSV.presses(record)
        }
    }

    private func find(_ word: String, in games: [ArchivedGame]) throws -> ArchivedGame {
        let found = games.matching(word)
        if found.count == 1 { return found[0] }
        guard !found.isEmpty else {
            throw CommandError(
                "no game '\(word.printable)' in '\(directory.printable)'; 'pulsador results' lists what there is")
        }
        let length = games.idLength(least: GameList.idLength)
        let ids = found.prefix(5).map { $0.id.text.prefix(length) }.joined(separator: ", ")
        let more = found.count > 5 ? ", …" : ""
        throw CommandError("'\(word.printable)' fits \(found.count) games; say which: \(ids)\(more)")
    }

    /// Says what was noticed, but not more than a person reads.
    private func tell(_ notes: [String]) {
        let most = 5
        for note in notes.prefix(most) { Output.note("pulsador: \(note.printable)") }
        if notes.count > most { Output.note("pulsador: and \(notes.count - most) more like these") }
    }
}

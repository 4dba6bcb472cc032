import FoundationEssentials
import TestSupport

/// A place for one game of several processes: its pack, its scripts and its databases, in a directory of its own.
struct Rig {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Writes a pack whose questions all have four choices; the right ones are given from 1. Returns its path.
    func pack(correct: [Int], seconds: Int = 20) throws -> String {
        let questions = correct.enumerated().map { index, choice in
            #"{"text":"Question \#(index + 1)?","choices":["A","B","C","D"],"correct":\#(choice),"seconds":\#(seconds)}"#
        }
        return try file("game.quiz.json", #"{"title":"Test game","questions":[\#(questions.joined(separator: ","))]}"#)
    }

    /// Writes a file and returns its path.
    func file(_ name: String, _ text: String) throws -> String {
        let path = directory.file(name)
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    /// Starts a host that starts by itself when `players` are in; with `pack` nil it resumes.
    func host(pack: String?, players: Int = 1, port: Int = 0, isFast: Bool = true, _ more: String...) throws -> Program
    {
        let game = (pack.map { [$0] } ?? ["--resume"]) + (isFast ? ["--fast"] : [])
        return try Program(
            ["host"] + game + [
                "--port", "\(port)", "--no-advertise", "--auto", "--players", "\(players)", "--headless",
                "--json", "--database", directory.file("host"),
            ] + more)
    }

    /// Starts a board that plays `script`. The same `name` is the same board, also after it was killed.
    func board(_ name: String, port: Int, script: String, _ more: String...) throws -> Program {
        let path = try file("\(name).buttons", script)
        return try Program(
            [
                "player", "--name", name, "--host", "127.0.0.1:\(port)", "--buttons", "mock:\(path)", "--json",
                "--database", directory.file("board-\(name)"),
            ] + more)
    }
}

extension Rig {
    /// What the host has published of one answer.
    struct Result: Decodable, Equatable {
        let playerId: String
        let questionId: String
        let points: Int
        let isCorrect: Bool
    }

    private struct Stored: Decodable {
        let id: String
        let body: Result
    }

    /// The AnswerResult documents in the database of a host that has ended.
    func results(_ database: String = "host") async throws -> [Result] {
        let list = try await Program.run("documents", "list", directory.file(database), "--bodies", "--json")
        guard list.exit.code == 0 else { throw Program.Failure(description: "\(list.exit.errors)") }
        return try list.lines.filter { $0.contains(#""id":"answerResult::"#) }
            .map { try JSONDecoder().decode(Stored.self, from: Data($0.utf8)).body }
    }
}

extension [Rig.Result] {
    /// The sum of each player's points, by id.
    var totals: [String: Int] {
        reduce(into: [:]) { $0[$1.playerId, default: 0] += $1.points }
    }
}

extension Event {
    /// What a leaderboard says of a player's points.
    func points(of name: String) -> Int? {
        leaderboard?.first { $0.name == name }?.points
    }
}

extension [Event] {
    /// The points that the results gave each player, by name.
    var totals: [String: Int] {
        reduce(into: [:]) { totals, event in
            guard event.event == "result", let name = event.name, let points = event.points else { return }
            totals[name, default: 0] += points
        }
    }

    func named(_ name: String) -> [Event] { filter { $0.event == name } }
}

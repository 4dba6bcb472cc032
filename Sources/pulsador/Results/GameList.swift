import FoundationEssentials
import Game
import Quiz

/// The games of a host, for a person or for a program.
enum GameList {
    /// How many characters of an id are shown, unless more are needed to tell them apart.
    static let idLength = 6

    static func table(_ games: [ArchivedGame]) -> String {
        guard !games.isEmpty else { return "" }
        let length = games.idLength(least: idLength)
        var table = TextTable([
            .left("Game"), .left("Code"), .left("When"), .left("Phase"), .right("Players"), .right("Asked"),
            .left("Title"),
        ])
        for game in games {
            table.add(
                "\(game.id.text.prefix(length))", game.joinCode, game.createdAt.local, game.phase.rawValue,
                "\(game.playerCount)", "\(game.askedCount) of \(game.questionCount)", game.title)
        }
        return table.text
    }

    private struct Line: Encodable {
        let gameId: String
        let joinCode: String
        let title: String
        let createdAt: String
        let phase: String
        let players: Int
        let questions: Int
        let asked: Int
        let current: Bool
    }

    static func json(_ games: [ArchivedGame]) throws -> String {
        try games.map { game in
            try PlainJSON.text(
                Line(
                    gameId: game.id.text, joinCode: game.joinCode, title: game.title,
                    createdAt: game.createdAt.description, phase: game.phase.rawValue, players: game.playerCount,
                    questions: game.questionCount, asked: game.askedCount, current: game.isCurrent))
        }.joined()
    }
}

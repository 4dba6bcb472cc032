import Quiz

/// Everything that a host's database tells of one game.
package struct GameRecord: Sendable {
    package let game: ArchivedGame
    /// In the order of their ranks.
    package let players: [ArchivedPlayer]
    /// Those that were asked, in the order of the game; one that was asked again stands there for each time.
    package let questions: [ArchivedQuestion]
    /// Where the database contradicts itself, in words for a person: names are in them as players chose them.
    package let contradictions: [String]

    /// What players are called.
    package func name(_ player: PlayerID) -> String {
        names[player] ?? player.text
    }

    private let names: [PlayerID: String]

    init(
        game: ArchivedGame, players: [ArchivedPlayer], questions: [ArchivedQuestion], contradictions: [String]
    ) {
        self.game = game
        self.players = players
        self.questions = questions
        self.contradictions = contradictions
        names = Dictionary(players.map { ($0.standing.player, $0.standing.name) }) { first, _ in first }
    }
}

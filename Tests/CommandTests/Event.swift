import FoundationEssentials

/// One line of `--json`, of a host, a demo or a board.
struct Event: Decodable, Equatable {
    struct Row: Decodable, Equatable {
        let rank: Int
        let playerId: String
        let name: String
        let points: Int
        let correct: Int
    }

    struct NoEvent: Error {
        let line: String
    }

    let event: String
    var gameId: String?
    var joinCode: String?
    var port: Int?
    var title: String?
    var playerId: String?
    var name: String?
    var index: Int?
    var text: String?
    var choices: [String]?
    var limitSeconds: Int?
    var button: Int?
    var choice: Int?
    var correct: Bool?
    var points: Int?
    var rank: Int?
    var pressedMs: Double?
    var arrivedMs: Double?
    var errorMs: Double?
    var clamped: Bool?
    var roundTripMs: Double?
    var clockErrorMs: Double?
    var answers: Int?
    var place: Int?
    var gapMs: Double?
    var equal: [String]?
    var lockedOut: [String]?
    var reason: String?
    var leaderboard: [Row]?

    init(_ line: String) throws {
        guard let event = try? JSONDecoder().decode(Event.self, from: Data(line.utf8)) else {
            throw NoEvent(line: line)
        }
        self = event
    }
}

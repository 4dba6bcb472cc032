@testable import Projector

/// Scenes to draw in tests.
enum Samples {
    static let question = QuestionScene(
        index: 2, count: 10, text: "Which river is longest?", choices: ["Dnieper", "Danube", "Don", "Dniester"],
        secondsLeft: 11.4, limitSeconds: 15, answered: 4, seated: 12, waitingFor: ["Ana", "Bo"])

    static let reveal = RevealScene(
        question: question, correct: [1], counts: [3, 7, 0, 2], explanation: "Nearly 3000 km.",
        fastest: RevealScene.Fastest(name: "Zoë", seconds: 1.954))

    static func buzz(_ outcome: BuzzScene.Outcome) -> BuzzScene {
        BuzzScene(
            question: QuestionScene(
                index: 3, count: 10, kind: .buzz, text: "Name a river.", choices: [], secondsLeft: 4, limitSeconds: 15,
                seated: 3, lockedOut: ["Bo"]),
            rows: [
                .init(name: "Ana", time: "3.214 s", error: "±0.4 ms"),
                .init(name: "Zoë", time: "+12.9 ms", error: "±1.2 ms", remark: "equal"),
            ], outcome: outcome, rule: "Drawn by lot", explanation: "The Nile.")
    }

    static func lobby(_ players: Int) -> LobbyScene {
        LobbyScene(
            title: "Friday quiz", joinCode: "K7Q2ZP", howToJoin: ["by itself"],
            players: (0..<players).map { LobbyScene.Player(name: "player\($0)", connected: $0 != 1) }, notice: "Hurry")
    }

    static func rows(_ count: Int) -> [StandingsRow] {
        (0..<count).map { StandingsRow(rank: $0 + 1, name: "player\($0)", points: 5_000 - $0 * 10, delta: 100 + $0) }
    }

    static let hostile = String(repeating: "\u{1B}]0;x\u{7}さ\u{202E}長い", count: 300)

    /// Every sort of scene, plain, empty, crowded and hostile.
    static let all: [Scene] = [
        .lobby(lobby(3)), .lobby(lobby(0)), .lobby(lobby(500)), .question(question), .reveal(reveal),
        .leaderboard(LeaderboardScene(index: 2, count: 10, rows: rows(8))),
        .leaderboard(LeaderboardScene(index: 2, count: 10, rows: [])),
        .leaderboard(LeaderboardScene(index: 9, count: 10, rows: rows(300))),
        .podium(PodiumScene(title: "Friday quiz", rows: rows(12))), .podium(PodiumScene(title: "", rows: rows(1))),
        .podium(PodiumScene(title: "", rows: [])), .message(title: "Paused", lines: ["One", "Two"]),
        .message(title: hostile, lines: [hostile]),
        .lobby(
            LobbyScene(
                title: hostile, joinCode: hostile, howToJoin: [hostile],
                players: [.init(name: hostile, link: hostile, buttons: [-1, 0, 9], isFlashing: true)],
                notice: hostile)),
        .question(
            QuestionScene(
                index: .max - 1, count: .max, text: hostile, choices: Array(repeating: hostile, count: 9),
                secondsLeft: .nan, limitSeconds: -1, answered: -1, seated: .max, waitingFor: [hostile, ""])),
        .reveal(
            RevealScene(
                question: QuestionScene(
                    index: 0, count: 0, text: "", choices: [], secondsLeft: .infinity, limitSeconds: 0),
                correct: [7, -1],
                counts: [.max, -5], explanation: hostile, fastest: .init(name: hostile, seconds: .nan))),
        .buzz(BuzzScene(question: question, rows: [], outcome: .none)),
        .buzz(buzz(.answering)), .buzz(buzz(.wrong(points: -200))),
        .buzz(
            BuzzScene(
                question: question,
                rows: Array(
                    repeating: .init(name: hostile, time: hostile, error: hostile, remark: hostile), count: 300),
                outcome: .right(points: .max), rule: hostile, explanation: hostile)),
        .leaderboard(
            LeaderboardScene(
                index: 0, count: 0,
                rows: [
                    StandingsRow(rank: .max, name: hostile, points: .max, delta: .min),
                    StandingsRow(rank: .min, name: "", points: .min, delta: .max),
                ])),
    ]
}

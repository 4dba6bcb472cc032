import Projector

/// One of everything, with names and texts that try the layout.
enum SampleScenes {
    static let all: [Scene] = [
        .lobby(lobby(players: names.count)), .question(question), .reveal(reveal), .leaderboard(leaderboard(8)),
        .podium(PodiumScene(title: "Friday quiz", rows: rows(8))),
        .lobby(lobby(players: 0)), .question(longQuestion), .reveal(poll), .leaderboard(leaderboard(90)),
        .podium(PodiumScene(title: "Friday quiz", rows: rows(2))),
        .question(trueFalse),
        .message(title: "Paused", lines: ["The host lost the disk.", "Free some space on /var, then press space."]),
        .lobby(lobby(players: 200)), .question(buzzQuestion), .buzz(buzz(.answering)),
        .buzz(buzz(.right(points: 1_570))),
    ]

    /// Counts on from the first again after the last.
    static func scene(_ index: Int) -> Scene {
        all[(index % all.count + all.count) % all.count]
    }

    private static let names = [
        "Ana", "Bo", "Zoë", "José María", "さくら", "Łukasz", "Noor", "Björk Guðmundsdóttir", "李小龍", "Mei", "Tom", "Ivy",
    ]

    private static func lobby(players: Int) -> LobbyScene {
        LobbyScene(
            title: "Friday quiz", joinCode: "K7Q2ZP",
            howToJoin: ["Turn your board on: it joins by itself", "or: pulsador player --host 192.168.7.1"],
            players: (0..<players).map {
                LobbyScene.Player(
                    name: name($0), connected: $0 % 5 != 3,
                    link: $0 % 7 == 6 ? nil : "\($0 % 9 + 2).\($0 % 10) ±1.\($0 % 8) ms",
                    buttons: $0 % 4 == 1 ? nil : Set(0..<($0 % 5)),
                    isFlashing: $0 == 4)
            },
            notice: players == 0 ? "Waiting for the first board" : nil)
    }

    private static func name(_ index: Int) -> String {
        names[index % names.count] + (index < names.count ? "" : " \(index / names.count + 1)")
    }

    private static let question = QuestionScene(
        index: 2, count: 10, text: "Which of these rivers is the longest one that flows into the Black Sea?",
        choices: ["The Dnieper", "The Danube", "The Don", "The Dniester"], secondsLeft: 11.4, limitSeconds: 15,
        answered: 4, seated: 12, waitingFor: Array(names.dropFirst(4)), answersByKeyboard: true)

    private static let longQuestion = QuestionScene(
        index: 9, count: 10,
        text: "In the year 1905 a clerk at the patent office in Bern published four papers. One explained the "
            + "photoelectric effect, one Brownian motion, one the equivalence of mass and energy. What was the title "
            + "of the paper that is nowadays held to be the beginning of the special theory of relativity?",
        choices: [
            "On the Electrodynamics of Moving Bodies, received on the thirtieth of June",
            "Does the Inertia of a Body Depend Upon Its Energy Content?",
            "On a Heuristic Viewpoint Concerning the Production and Transformation of Light",
            "量子論 and a very-long-word-that-has-no-space-to-break-at-anywhere-in-it",
        ], secondsLeft: 3.2, limitSeconds: 60, answered: 11, seated: 12, waitingFor: ["さくら"])

    private static let trueFalse = QuestionScene(
        index: 4, count: 10, kind: .trueFalse, text: "A push-button is called «pulsador» in Spanish.",
        choices: ["True", "False"], secondsLeft: 9, limitSeconds: 10, answered: 0, seated: 3)

    private static let buzzQuestion = QuestionScene(
        index: 6, count: 10, kind: .buzz, text: "Name a river that flows into the Black Sea.", choices: [],
        secondsLeft: 7.1,
        limitSeconds: 15, seated: 12, lockedOut: ["Bo"], answersByKeyboard: true)

    private static func buzz(_ outcome: BuzzScene.Outcome) -> BuzzScene {
        BuzzScene(
            question: buzzQuestion,
            rows: [
                .init(name: "José María", time: "3.214 s", error: "±0.4 ms"),
                .init(name: "Zoë", time: "+0.3 ms", error: "±1.2 ms", remark: "equal"),
                .init(name: "Björk Guðmundsdóttir", time: "+12.9 ms", error: "±0.3 ms"),
                .init(name: "さくら", time: "+248.0 ms", error: "±11.7 ms"),
                .init(name: "Noor", time: "−31.5 ms", error: "±2.0 ms", remark: "came too late"),
            ], outcome: outcome,
            rule: "José María and Zoë are equal within the error: the more certain time goes first",
            explanation: outcome == .answering ? nil : "The Danube, the Dnieper, the Dniester, the Southern Bug, …")
    }

    private static let reveal = RevealScene(
        question: question, correct: [1], counts: [3, 7, 0, 2],
        explanation: "The Danube is 2850 km long; the Dnieper 2201 km; the Don ends in the Sea of Azov.",
        fastest: RevealScene.Fastest(name: "José María", seconds: 1.954))

    private static let poll = RevealScene(
        question: QuestionScene(
            index: 5, count: 10, kind: .poll, text: "Where shall we eat?", choices: ["Here", "There", "Elsewhere"],
            secondsLeft: 0, limitSeconds: 15), correct: [], counts: [5, 2, 5])

    private static func rows(_ count: Int) -> [StandingsRow] {
        (0..<count).map {
            StandingsRow(
                rank: $0 + 1, name: name($0), points: max(0, 4_870 - 531 * $0), delta: $0 % 3 == 1 ? 0 : 870 - 9 * $0)
        }
    }

    private static func leaderboard(_ count: Int) -> LeaderboardScene {
        LeaderboardScene(index: 2, count: 10, rows: rows(count))
    }
}

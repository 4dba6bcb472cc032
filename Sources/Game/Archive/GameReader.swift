import Documents
import Quiz
import Timing

/// Puts one game together from its documents, and compares what they say twice.
struct GameReader {
    let game: ArchivedGame
    let archive: GameArchive
    private var contradictions: [String] = []

    init(game: ArchivedGame, archive: GameArchive) {
        self.game = game
        self.archive = archive
    }

    mutating func read() throws -> GameRecord {
        let results = try values(AnswerResult.self, prefix: DocumentPrefix.results(of: game.id))
        let rulings = try values(
            RuledAnswer.self, in: HostCollections.rulings, prefix: DocumentPrefix.results(of: game.id))
        let questions = try questions(results, rulings)
        let scores = try values(PlayerScore.self, prefix: DocumentPrefix.scores(of: game.id))
        let players = try players(scores.map(\.value), results.map(\.value), questions)
        return GameRecord(game: game, players: players, questions: questions, contradictions: contradictions)
    }

    // MARK: Documents

    private struct Stored<Value> {
        let id: String
        let value: Value
    }

    /// The documents whose ids begin with `prefix` and that can be read.
    private mutating func values<Value: Decodable>(
        _ type: Value.Type, in name: CollectionName = .default, prefix: String
    ) throws -> [Stored<Value>] {
        guard let collection = try archive.database.existingCollection(name) else { return [] }
        var values: [Stored<Value>] = []
        for document in try collection.documents(prefix: prefix) {
            do {
                values.append(Stored(id: document.id, value: try document.decode(type)))
            } catch {
                contradictions.append("\(error)")
            }
        }
        return values
    }

    // MARK: Questions

    private mutating func questions(
        _ results: [Stored<AnswerResult>], _ rulings: [Stored<RuledAnswer>]
    ) throws -> [ArchivedQuestion] {
        let states = Dictionary(
            try values(
                QuestionState.self, in: HostCollections.askings, prefix: DocumentPrefix.questions(of: game.id)
            ).map { ($0.id, $0.value) }
        ) { $1 }
        let stateID = DocumentID.questionState(game.id).text
        let current = try values(QuestionState.self, prefix: stateID).first { $0.id == stateID }?.value
            .currentQuestionId
        let asked = try values(Question.self, prefix: DocumentPrefix.questions(of: game.id))
            .compactMap { stored -> (id: String, index: Int, asking: Int, question: Question)? in
                guard case .question(_, let index, let asking)? = DocumentID(parsing: stored.id) else { return nil }
                return (stored.id, index, asking, stored.value)
            }.sorted { ($0.index, $0.asking) < ($1.index, $1.asking) }
        let presses = presses(results, rulings)
        var known = Set<QuestionID>()
        var questions: [ArchivedQuestion] = []
        for one in asked {
            guard let id = try? QuestionID(one.id) else { continue }
            let own = presses[id] ?? []
            let state = states[one.id]
            // An opening of a buzz question that ended with a wrong answer has results and no reveal of its own.
            let isRevealed =
                state?.isRevealed == true || own.contains { $0.isPublished && $0.result.isLate != true }
                || state == nil && one.question.correctChoiceIndex != Question.withheldKey
            var question = ArchivedQuestion(
                id: id, index: one.index, asking: one.asking, document: one.question,
                status: isRevealed ? .revealed : id == current ? .open : .void,
                startedAt: state.map { MonotonicTime(nanoseconds: $0.questionStartHostUptimeNs) },
                closedAt: state.map { MonotonicTime(nanoseconds: $0.closeAtHostUptimeNs) })
            question.presses = own.map { ArchivedPress($0, of: question) }
            questions.append(question)
            known.insert(id)
        }
        let homeless = presses.filter { !known.contains($0.key) }.reduce(0) { $0 + $1.value.count }
        if homeless > 0 { contradictions.append("\(homeless) presses belong to questions that are not there") }
        return questions
    }

    /// Rulings and results that belong together, by question, in the order of the presses.
    private mutating func presses(
        _ results: [Stored<AnswerResult>], _ rulings: [Stored<RuledAnswer>]
    ) -> [QuestionID: [PressEvidence]] {
        var presses: [String: PressEvidence] = [:]
        for ruling in rulings {
            presses[ruling.id] = PressEvidence(result: ruling.value.result, isPublished: false, ruled: ruling.value)
        }
        for result in results {
            let ruled = presses[result.id]?.ruled
            if ruled == nil { contradictions.append("'\(result.id)' comes from no ruling") }
            if let ruled, ruled.result != result.value {
                contradictions.append("'\(result.id)' says something else than the ruling it comes from")
            }
            presses[result.id] = PressEvidence(result: result.value, isPublished: true, ruled: ruled)
        }
        return Dictionary(grouping: presses.values, by: \.result.questionId)
            .mapValues { $0.sorted { $0.place < $1.place } }
    }

    // MARK: Players

    private mutating func players(
        _ scores: [PlayerScore], _ results: [AnswerResult], _ questions: [ArchivedQuestion]
    ) throws -> [ArchivedPlayer] {
        var sums: [PlayerID: (points: Int, correct: Int)] = [:]
        for result in results {
            let sum = sums[result.playerId] ?? (0, 0)
            // A stored number that is far too large must not trap.
            sums[result.playerId] = (sum.points &+ result.points, sum.correct + (result.isCorrect ? 1 : 0))
        }
        let seated = Dictionary(scores.map { ($0.playerId, $0) }) { first, _ in first }
        let seats = Set(seated.keys).union(sums.keys).map { player in
            let sum = sums[player] ?? (0, 0)
            let name = seated[player]?.displayName ?? player.text
            return Seat(player: player, name: name, points: sum.points, correct: sum.correct)
        }
        let standings = Ranking.standings(seats)
        for standing in standings { compare(standing, seated[standing.player]) }
        let id = DocumentID.leaderboard(game.id).text
        compare(standings, try values(Leaderboard.self, prefix: id).first { $0.id == id }?.value)
        let presses = Dictionary(grouping: questions.flatMap(\.presses), by: \.player)
        return standings.map { ArchivedPlayer($0, presses[$0.player] ?? []) }
    }

    private mutating func compare(_ standing: Standing, _ score: PlayerScore?) {
        guard let score else {
            contradictions.append("\(standing.name) has results and no score")
            return
        }
        guard score.totalPoints != standing.points || score.correctCount != standing.correct else { return }
        contradictions.append(
            "\(standing.name)'s results add up to \(standing.points) points and \(standing.correct) right answers, "
                + "the score says \(score.totalPoints) and \(score.correctCount)")
    }

    private mutating func compare(_ standings: [Standing], _ leaderboard: Leaderboard?) {
        let places = Dictionary(leaderboard?.entries.map { ($0.playerId, $0) } ?? []) { first, _ in first }
        for standing in standings {
            guard let place = places[standing.player] else {
                contradictions.append("\(standing.name) is not on the leaderboard")
                continue
            }
            guard place.rank != standing.rank || place.totalPoints != standing.points else { continue }
            contradictions.append(
                "\(standing.name) is at rank \(standing.rank) with \(standing.points) points, "
                    + "the leaderboard says \(place.rank) and \(place.totalPoints)")
        }
    }
}

import Documents
import FoundationEssentials
import Quiz
import Testing
import TestSupport
import Timing

@testable import Game

/// What is read back of games from a host's database.
struct ArchiveTests {
    private static func seat(_ host: HostedGame, _ names: String...) async throws -> [Peer] {
        let peers = try names.map { try Peer(host, $0) }
        for peer in peers {
            try peer.join(host)
            try await host.joined(peer.player)
        }
        return peers
    }

    /// Answers, with what the board has to say of the press: so long before now, and how far off that may be.
    private static func press(
        _ peer: Peer, _ host: HostedGame, _ choice: Int, question: Int = 0, before: Duration? = nil
    ) throws {
        var answer = peer.answerDocument(host, choice, to: host.question(question))
        answer.pressedAtHostUptimeNs = before.map { host.service.now.advanced(by: .zero - $0).nanoseconds }
        answer.clockErrorNs = before.map { _ in 250_000 }
        try peer.save(.answer(host.id, answer.questionId, answer.playerId), answer)
    }

    private static func reveal(_ host: HostedGame, question: Int) async throws -> Reveal {
        host.service.handle(.closeEarly(at: host.service.now))
        return try await host.update("reveal \(question)") {
            if case .revealed(let reveal) = $0, reveal.index == question { reveal } else { nil }
        }
    }

    /// The one game in a database that nobody has open.
    private static func record(_ path: String) throws -> GameRecord {
        let database = try Database(path: path, options: DatabaseOptions(readOnly: true))
        let archive = GameArchive(database)
        let games = try archive.games()
        try #require(games.count == 1)
        let record = try archive.record(of: games[0])
        try database.close()
        return record
    }

    private static func files(_ path: String) throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        let pairs = names.map { ($0, (try? Data(contentsOf: URL(filePath: "\(path)/\($0)"))) ?? Data()) }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    // MARK: A whole game

    @Test func everythingOfAPlayedGameIsReadBack() async throws {
        let host = try HostedGame(correct: [1, 2])
        let peers = try await Self.seat(host, "Ana", "Ben", "Cleo")
        defer { withExtendedLifetime(peers) {} }
        let (ana, ben) = (peers[0], peers[1])
        try await host.start()
        try Self.press(ana, host, 1, before: .milliseconds(1))
        _ = try await host.ruled(ana.player)
        // From long before the question: moved, and flagged.
        try Self.press(ben, host, 0, before: .seconds(60))
        _ = try await host.ruled(ben.player)
        let first = try await Self.reveal(host, question: 0)
        host.service.handle(.next(at: host.service.now))
        try await host.update("second question") { if case .opened(let new) = $0, new.index == 1 { () } else { nil } }
        try Self.press(ana, host, 2, question: 1)
        try await host.update("second answer") {
            if case .ruled(let ruled, _) = $0, ruled.questionIndex == 1 { () } else { nil }
        }
        let second = try await Self.reveal(host, question: 1)
        try Self.press(ben, host, 2, question: 1, before: .seconds(60))
        let late = try await host.update("late") { if case .late(let ruled) = $0 { ruled } else { nil } }
        host.service.handle(.finish(at: host.service.now))
        try await host.update("end") { if case .finished = $0 { () } else { nil } }
        let standings = host.service.game.standings
        let id = host.id
        for peer in peers { await peer.stop() }
        try host.end()

        let record = try Self.record(host.directory.file("host"))
        #expect(record.contradictions == [])
        #expect(record.game.id == id && record.game.title == "Test game" && record.game.isCurrent)
        #expect(record.game.phase == .finished)
        #expect([record.game.questionCount, record.game.askedCount, record.game.playerCount] == [2, 2, 3])
        #expect(record.players.map(\.standing) == standings)
        #expect(record.players.map(\.answered) == [2, 1, 0])
        #expect(record.players.map(\.late) == [0, 1, 0])
        #expect(record.players[2].medianPress == nil)

        #expect(record.questions.map(\.document.text) == ["Question 1?", "Question 2?"])
        #expect(record.questions.map(\.correct) == [[1], [2]])
        #expect(record.questions.map(\.status) == [.revealed, .revealed])
        let rulings = [first.rulings, second.rulings + [late]]
        for (question, (reveal, rulings)) in zip(record.questions, zip([first, second], rulings)) {
            let start = MonotonicTime(nanoseconds: reveal.state.questionStartHostUptimeNs)
            let end = MonotonicTime(nanoseconds: reveal.state.closeAtHostUptimeNs)
            #expect(question.duration == start.duration(to: end))
            #expect(question.presses.count == rulings.count)
            for ruled in rulings {
                let press = try #require(question.presses.first { $0.player == ruled.result.playerId })
                func since(_ moment: Int64?) -> Duration? {
                    moment.map { start.duration(to: MonotonicTime(nanoseconds: $0)) }
                }
                #expect(press.status == .published)
                #expect(press.choice == ruled.choice && press.isCorrect == ruled.result.isCorrect)
                #expect(press.points == ruled.result.points)
                #expect(press.pressed == since(ruled.result.pressedAtHostUptimeNs))
                #expect(press.arrived == since(ruled.result.hostReceivedUptimeNs))
                #expect(press.claimed == since(ruled.claim?.pressedAt.nanoseconds))
                #expect(press.claimError == ruled.claim?.clockError && press.error == ruled.error)
                #expect(press.wasClamped == (ruled.result.wasClamped == true))
                #expect(press.isLate == (ruled.result.isLate == true))
            }
            #expect(
                question.presses.map { $0.pressed ?? .zero } == question.presses.map { $0.pressed ?? .zero }.sorted())
        }
        let bens = record.questions.flatMap(\.presses).filter { $0.player == ben.player }
        #expect(bens.map(\.wasClamped) == [true, true])
        #expect(bens.map(\.isLate) == [false, true])
        #expect(bens.map(\.points) == [0, 0])
        let anas = record.questions.flatMap(\.presses).filter { $0.player == ana.player }
        #expect(anas.map { $0.claimed == nil } == [false, true])
        let times = anas.compactMap(\.pressed)
        #expect(record.players[0].medianPress == (times[0] + times[1]) / 2)
        for player in record.players {
            let points = record.questions.flatMap(\.presses).filter { $0.player == player.standing.player }
                .compactMap(\.points).reduce(0, +)
            #expect(points == player.standing.points)
        }
    }

    @Test func whatIsNotRevealedStaysSecretAndNothingIsWritten() async throws {
        let host = try HostedGame(correct: [1])
        let peers = try await Self.seat(host, "Ana", "Ben")
        defer { withExtendedLifetime(peers) {} }
        try await host.start()
        try Self.press(peers[0], host, 1)
        _ = try await host.ruled(peers[0].player)
        // As a power cut leaves it: the last commits are in the log alone.
        let copy = host.directory.file("copy")
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
        for name in ["db.sqlite3", "db.sqlite3-wal"] {
            try FileManager.default.copyItem(atPath: host.directory.file("host/\(name)"), toPath: "\(copy)/\(name)")
        }
        let before = try Self.files(copy)
        let record = try Self.record(copy)
        #expect(try Self.files(copy) == before)
        #expect(record.contradictions == [])
        #expect(record.game.phase == .asking && record.game.askedCount == 1)
        let question = try #require(record.questions.first)
        #expect(question.status == .open && question.correct == [] && question.duration == nil)
        let press = try #require(question.presses.first)
        #expect(press.status == .pending && press.choice == 1)
        #expect(press.isCorrect == nil && press.points == nil)
        #expect(press.pressed != nil)
        #expect(record.players.map(\.answered) == [0, 0])
        #expect(record.players.map(\.standing.points) == [0, 0])
    }

    @Test func anAskingThatBecameVoidCountsForNothingAndIsShown() async throws {
        let first = try HostedGame(correct: [1], bootID: "first")
        let peers = try await Self.seat(first, "Ana", "Ben")
        defer { withExtendedLifetime(peers) {} }
        try await first.start()
        try Self.press(peers[0], first, 1)
        _ = try await first.ruled(peers[0].player)
        try first.end()
        for peer in peers { await peer.stop() }
        let host = try HostedGame(resuming: first.directory, bootID: "second")
        try await host.update("asked again") { if case .askedAgain = $0 { () } else { nil } }
        _ = try await Self.reveal(host, question: 0)
        try host.end()
        let record = try Self.record(first.directory.file("host"))
        #expect(record.questions.map(\.status) == [.void, .revealed])
        #expect(record.questions.map(\.asking) == [1, 2])
        #expect(record.questions.map { $0.presses.map(\.status) } == [[.void], []])
        #expect(record.questions[0].presses[0].points == nil)
        #expect(record.game.askedCount == 1)
        #expect(record.players.map(\.standing.points) == [0, 0])
        #expect(record.contradictions == [])
    }

    // MARK: Databases that are not as a host left them

    @Test func whatContradictsItselfIsSaidAndTheRestIsRead() async throws {
        let host = try HostedGame(correct: [1])
        let peers = try await Self.seat(host, "Ana", "Ben")
        defer { withExtendedLifetime(peers) {} }
        try await host.start()
        for peer in peers {
            try Self.press(peer, host, 1)
            _ = try await host.ruled(peer.player)
        }
        _ = try await Self.reveal(host, question: 0)
        let (ana, ben, id) = (peers[0].player, peers[1].player, host.id)
        for peer in peers { await peer.stop() }
        try host.end()

        let path = host.directory.file("host")
        let database = try Database(path: path)
        let documents = try database.collection()
        var score = try #require(try documents.value(DocumentID.score(id, ana).text, as: PlayerScore.self))
        let points = score.totalPoints
        score.totalPoints += 7
        try documents.save(DocumentID.score(id, ana).text, score)
        let result = DocumentID.answerResult(id, QuestionID(game: id, index: 0), ben).text
        try database.collection(HostCollections.rulings).save(result, ["choice": "many"])
        try documents.save(DocumentID.leaderboard(id).text, ["entries": 3])
        try database.close()

        let record = try Self.record(path)
        let said = record.contradictions.joined(separator: "\n")
        #expect(
            said.contains("Ana's results add up to \(points) points and 1 right answers, the score says \(points + 7)"))
        #expect(said.contains("document '\(result)' is not a RuledAnswer"))
        #expect(said.contains("'\(result)' comes from no ruling"))
        #expect(said.contains("is not a Leaderboard"))
        #expect(record.players.map(\.standing.player).contains(ana))
        let bens = record.questions[0].presses.first { $0.player == ben }
        #expect(bens?.choice == nil && bens?.isCorrect == true)
        #expect((bens?.points ?? 0) > 0)
    }

    @Test func withoutTheMomentsOfTheQuestionsTheTimesAreMissingAlone() async throws {
        let host = try HostedGame(correct: [1])
        let peers = try await Self.seat(host, "Ana")
        defer { withExtendedLifetime(peers) {} }
        try await host.start()
        try Self.press(peers[0], host, 1)
        _ = try await host.ruled(peers[0].player)
        _ = try await Self.reveal(host, question: 0)
        await peers[0].stop()
        try host.end()
        let path = host.directory.file("host")
        let database = try Database(path: path)
        let id = host.question().text
        #expect(try database.collection(HostCollections.askings).purge(id))
        try database.close()
        let record = try Self.record(path)
        #expect(record.questions[0].status == .revealed && record.questions[0].duration == nil)
        let press = try #require(record.questions[0].presses.first)
        #expect(press.isCorrect == true && press.pressed == nil && press.arrived == nil)
        #expect(record.players[0].medianPress == nil)
        #expect(record.contradictions == [])
    }

    @Test func aDatabaseWithoutGamesHasNone() throws {
        let directory = try TemporaryDirectory()
        try Database(path: directory.path).close()
        let database = try Database(path: directory.path, options: DatabaseOptions(readOnly: true))
        #expect(try GameArchive(database).games() == [])
    }

    // MARK: Which game

    @Test func theNewestGameComesFirstWhateverTheClocksSaid() throws {
        let directory = try TemporaryDirectory()
        let database = try Database(path: directory.path)
        let card = try QuestionCard(text: "Q?", choices: ["A", "B"], correct: [0])
        var ids: [GameID] = []
        for (number, date) in [9e8, 1e9, 0].enumerated() {
            let id = try GameID("game\(number)")
            ids.append(id)
            try database.collection(HostCollections.cards).save(id.text, StoredCards(cards: [card]))
            let game = GameDocument(
                title: "\(number)", joinCode: "AAAAA\(number)", phase: .lobby, questionCount: 1,
                createdAt: Timestamp(Date(timeIntervalSince1970: date)))
            try database.collection().save(id.text, game)
        }
        // One whose host was killed before it was there, and one that is broken.
        try database.collection(HostCollections.cards).save("unborn", StoredCards(cards: [card]))
        try database.collection(HostCollections.cards).save("broken", StoredCards(cards: [card]))
        try database.collection().save("broken", ["title": 1])
        try database.setMetadata(HostService.currentGameKey, Array("game1".utf8))
        var complaints: [String] = []
        let games = try GameArchive(database).games { complaints.append($0) }
        #expect(games.map(\.id) == ids.reversed())
        #expect(games.map(\.isCurrent) == [false, true, false])
        #expect(complaints.count == 1 && complaints[0].contains("document 'broken' is not a GameDocument"))
        #expect(games.matching("last").map(\.id.text) == ["game1"])
    }

    private static let games: [ArchivedGame] = ["abcdef1", "abcdex2", "last", "zz"]
        .compactMap { try? GameID($0) }.map { id in
            ArchivedGame(
                id: id, title: "T", joinCode: id.text == "zz" ? "ABCDEF" : "K7Q2ZP",
                createdAt: Timestamp(Date(timeIntervalSince1970: 0)), phase: .finished, questionCount: 1, askedCount: 1,
                playerCount: 1, isCurrent: false)
        }

    private static let words: [(String, [String])] = [
        ("abcdef1", ["abcdef1"]), ("abcdef", ["abcdef1", "zz"]), ("abcde", ["abcdef1", "abcdex2"]), ("zz", ["zz"]),
        ("z", ["zz"]), ("k7q2zp", ["abcdef1", "abcdex2", "last"]), ("last", ["last"]), ("", []), ("ABC", []),
    ]

    @Test(arguments: words)
    func aGameIsFoundByIdBeginningOrJoinCode(_ word: String, _ found: [String]) {
        #expect(Self.games.matching(word).map(\.id.text) == found)
    }

    @Test func lastIsTheFirstGameWhenNoneIsCurrent() {
        #expect(Array(Self.games.prefix(2)).matching("last").map(\.id.text) == ["abcdef1"])
        #expect([ArchivedGame]().matching("last") == [])
    }

    @Test func idsAreShownAsLongAsTheyMustBe() {
        #expect(Self.games.idLength(least: 2) == 6)
        #expect(Self.games.idLength(least: 8) == 8)
        #expect([ArchivedGame]().idLength(least: 6) == 6)
    }
}

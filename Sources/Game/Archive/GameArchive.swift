import Documents
import Quiz

/// Reads the games of a host's database. Writes nothing, so the database may be open for reading only.
///
///     let archive = GameArchive(try Database(path: directory, options: .init(readOnly: true)))
///     let newest = try archive.games().first
package struct GameArchive: Sendable {
    let database: Database

    package init(_ database: Database) {
        self.database = database
    }

    /// The games, the newest first. `complain` hears of those that cannot be read. Throws `DocumentsError`.
    ///
    /// The order is that of their making in the database: a host without a battery takes every evening for the first one.
    package func games(complain: (String) -> Void = { _ in }) throws -> [ArchivedGame] {
        guard let cards = try database.existingCollection(HostCollections.cards) else { return [] }
        let current = try database.metadata(HostService.currentGameKey).map { String(decoding: $0, as: UTF8.self) }
        let made = try cards.headers(after: 0, limit: .max, includingDeleted: false)
        return try made.reversed().compactMap { header in
            guard let id = try? GameID(header.id), let document = try documents.document(header.id) else { return nil }
            do {
                return try game(id, try document.decode(GameDocument.self), isCurrent: header.id == current)
            } catch let error as DocumentsError where error.code == .invalidDocument {
                complain("\(error)")
                return nil
            }
        }
    }

    private func game(_ id: GameID, _ document: GameDocument, isCurrent: Bool) throws -> ArchivedGame {
        let asked = try documents.documents(prefix: DocumentPrefix.questions(of: id)).compactMap { question -> Int? in
            guard case .question(_, let index, _)? = DocumentID(parsing: question.id) else { return nil }
            return index
        }
        return ArchivedGame(
            id: id, title: document.title, joinCode: document.joinCode, createdAt: document.createdAt,
            phase: document.phase, questionCount: document.questionCount, askedCount: Set(asked).count,
            playerCount: try documents.documents(prefix: DocumentPrefix.scores(of: id)).count, isCurrent: isCurrent)
    }

    /// All of one game. Documents that cannot be read are left out, and told of as contradictions. Throws `DocumentsError`.
    package func record(of game: ArchivedGame) throws -> GameRecord {
        var reader = GameReader(game: game, archive: self)
        return try reader.read()
    }

    var documents: Collection {
        get throws { try database.collection() }
    }
}

/// Players are coming in.
package struct LobbyScene: Sendable, Equatable {
    /// Somebody who has joined.
    package struct Player: Sendable, Equatable {
        package var name: String
        /// False while their board is out of reach; the name is then shown as away.
        package var connected: Bool
        /// How the connection is doing, in a word or two; shown where there is room for it.
        package var link: String?
        /// Which of the four buttons, from 0, were pressed so far; nil shows none, for a player that does not tell.
        package var buttons: Set<Int>?
        /// Stands out for a moment: the person at the board is looking for this row.
        package var isFlashing: Bool

        package init(
            name: String, connected: Bool = true, link: String? = nil, buttons: Set<Int>? = nil,
            isFlashing: Bool = false
        ) {
            self.name = name
            self.connected = connected
            self.link = link
            self.buttons = buttons
            self.isFlashing = isFlashing
        }
    }

    /// The game's title.
    package var title: String
    /// The code that names this game, shown as large as it fits.
    package var joinCode: String
    /// How to join, a line each: addresses, for example.
    package var howToJoin: [String]
    /// In the order to show.
    package var players: [Player]
    /// A line to stand out: what is waited for, what is wrong.
    package var notice: String?

    package init(
        title: String, joinCode: String, howToJoin: [String] = [], players: [Player] = [], notice: String? = nil
    ) {
        self.title = title
        self.joinCode = joinCode
        self.howToJoin = howToJoin
        self.players = players
        self.notice = notice
    }
}

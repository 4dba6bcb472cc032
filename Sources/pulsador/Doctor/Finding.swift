/// What a check found.
struct Finding: Hashable, Sendable {
    enum Result: String, Hashable, Sendable, Encodable {
        case ok
        /// It plays, but not as well as it could.
        case warning
        /// It does not play.
        case failure
    }

    let result: Result
    /// What is so, in a line.
    let text: String
    /// What to do about it; nil when there is nothing to do.
    let advice: String?

    static func ok(_ text: String) -> Finding { Finding(result: .ok, text: text, advice: nil) }

    static func warning(_ text: String, _ advice: String?) -> Finding {
        Finding(result: .warning, text: text, advice: advice)
    }

    static func failure(_ text: String, _ advice: String?) -> Finding {
        Finding(result: .failure, text: text, advice: advice)
    }

    /// An error of ours in two parts: what and where, and behind the semicolon what to do.
    init(_ result: Result, splitting message: String) {
        let parts = message.split(separator: "; ", maxSplits: 1).map(String.init)
        self.init(result: result, text: parts.first ?? message, advice: parts.count > 1 ? parts[1] : nil)
    }

    init(result: Result, text: String, advice: String?) {
        self.result = result
        self.text = text
        self.advice = advice
    }

    /// `warning  Wi-Fi: power saving is on for wlan0; sudo iw …`
    func line(_ title: String) -> String {
        let word = result.rawValue + String(repeating: " ", count: 7 - result.rawValue.count)
        return "\(word)  \(title): \(text.printable)" + (advice.map { "; \($0)" } ?? "")
    }
}

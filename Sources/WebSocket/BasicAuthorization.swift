import FoundationEssentials

/// HTTP Basic credentials (RFC 7617).
enum BasicAuthorization {
    /// The value of an Authorization header.
    static func header(user: String, password: String) -> String {
        "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
    }

    /// What an Authorization header says; nil unless it is well-formed Basic.
    static func parse(_ value: String) -> (user: String, password: String)? {
        let parts = HTTPText.trimmed(value).split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "basic",
            let data = Data(base64Encoded: String(HTTPText.trimmed(parts[1]))),
            let text = String(validating: data, as: UTF8.self), let colon = text.firstIndex(of: ":")
        else { return nil }
        return (String(text[..<colon]), String(text[text.index(after: colon)...]))
    }
}

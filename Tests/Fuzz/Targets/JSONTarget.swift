@testable import Documents

/// JSON texts: the parser and the validator agree, and what is written reads back.
final class JSONTarget: FuzzTarget {
    static let name = "json"
    static let summary = "JSON texts: parser, validator and writer agree"
    static let words = [
        "{", "}", "[", "]", "\":", "\\u005f", "\\ud83d\\ude00", "\\ud800", "1e309", "-0.0", "9223372036854775808",
        "\"@type\"",
        "\"blob\"", "\"digest\"", "\"sha1-AL0ahpFPEh7DurB9XxwLf5rK0bY=\"", "\"_id\"", "true", "null", ",",
    ]

    init() {}

    func seeds() -> [[UInt8]] {
        let texts = [
            #"{"a":1,"b":[true,null,-2.5e3,"x\n\u00e9"],"_id":"y"}"#, #"{}"#, #"[]"#, #"{"_a":{"_b":1}}"#,
            #"{"p":{"@type":"blob","digest":"sha1-AL0ahpFPEh7DurB9XxwLf5rK0bY=","length":21,"content_type":"a/b"}}"#,
            #"{"\u005fid":1,"a":1.7976931348623157e308}"#, #"[[0,"doc","18ecbe00@DeW0Cmq3QX6+CStGmDegsg",1,20]]"#,
        ]
        return texts.map { Array($0.utf8) }
    }

    func run(_ input: [UInt8]) throws {
        let parsed = try? JSON(parsing: input)
        let facts = try? JSON.validateObject(input)
        if let parsed {
            try require(
                (facts != nil) == (parsed.object != nil), "the parser takes it and the validator does not agree")
            let again = try? JSON(parsing: parsed.bytes)
            try require(again == parsed, "what is written does not read back")
        }
        guard let facts else { return }
        let kept = try JSON.removingReservedKeys(input)
        try require(try !JSON.validateObject(kept).hasReservedKeys, "a reserved key was left")
        guard let parsed, let before = parsed.object else { return }
        let reserved = before.keys.contains { $0.utf8.first == UInt8(ascii: "_") }
        try require(facts.hasReservedKeys == reserved, "reserved keys: \(facts.hasReservedKeys), in truth \(reserved)")
        try require(
            try JSON(parsing: kept).object == before.filter { $0.key.utf8.first != UInt8(ascii: "_") },
            "other keys changed")
        let blobs = try Blob.references(in: input)
        try require(blobs.isEmpty || facts.mayHoldBlobs, "blobs that the validator did not see")
    }
}

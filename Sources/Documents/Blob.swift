/// A document's reference to a blob: the object
/// `{"@type":"blob","digest":"sha1-…","length":21,"content_type":"text/plain"}` anywhere in its body.
package struct Blob: Hashable, Sendable {
    package let digest: BlobDigest
    /// Bytes; nil when the document does not say.
    package let length: Int64?
    /// A MIME type; nil when the document does not say.
    package let contentType: String?

    package init(digest: BlobDigest, length: Int64?, contentType: String? = nil) {
        self.digest = digest
        self.length = length
        self.contentType = contentType
    }

    /// Reads a reference; nil when `json` is something else or has no valid digest.
    package init?(_ json: JSON) {
        guard json["@type"]?.string == "blob", let digest = json["digest"]?.string.flatMap(BlobDigest.init) else {
            return nil
        }
        self.init(digest: digest, length: json["length"]?.integer, contentType: json["content_type"]?.string)
    }

    /// The object to put into a document.
    package var json: JSON {
        var json: JSON = ["@type": "blob", "digest": .string(digest.description)]
        if let length { json["length"] = .integer(length) }
        if let contentType { json["content_type"] = .string(contentType) }
        return json
    }

    /// Every blob that a document's body refers to, at any depth, each digest once, in no special order.
    ///
    /// A body without any `@type` is only walked over. Throws `.invalidDocument` when it is not a JSON object.
    package static func references(in body: [UInt8]) throws -> [Blob] {
        guard try JSON.validateObject(body).mayHoldBlobs else { return [] }
        var found: [BlobDigest: Blob] = [:]
        try collect(from: JSON(parsing: body, maxBytes: .max), into: &found)
        return Array(found.values)
    }

    private static func collect(from json: JSON, into found: inout [BlobDigest: Blob]) {
        switch json {
        case .object(let members):
            if let blob = Blob(json) { found[blob.digest] = blob }
            for member in members.values { collect(from: member, into: &found) }
        case .array(let elements):
            for element in elements { collect(from: element, into: &found) }
        default: break
        }
    }
}

import Documents
import FoundationEssentials

extension DocumentsError {
    /// Whether what was given is at fault, and not the database.
    var isAboutInput: Bool {
        guard sqliteCode == 0 else { return false }
        return switch code {
        case .conflict, .invalidDocument, .tooLarge, .invalidVersion, .invalidHistory, .invalidTimestamp, .corrupt: true
        default: false
        }
    }
}

extension Blob {
    /// Whether compressing it on the way could help: not when the type is unknown or says that it is compressed.
    var isCompressible: Bool {
        guard let type = contentType?.lowercased() else { return false }
        return !["jpeg", "jpg", "zip", "video", "audio", "image", "octet-stream"].contains { type.contains($0) }
    }

    /// The attachments of a body; none when it is not JSON, which storing it will say.
    static func attachments(of body: [UInt8]) -> [Blob] {
        (try? references(in: body)) ?? []
    }
}

extension [UInt8] {
    var base64: String { Data(self).base64EncodedString() }
}

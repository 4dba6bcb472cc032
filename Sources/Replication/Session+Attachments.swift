import BLIP
import Documents

/// The attachments a session is fetching, each for a revision that waits for it.
struct AttachmentFetcher {
    final class Job {
        let revision: PendingRevision
        var bytes: Int { revision.revision.body.count + 500 }
        var missing: [Blob]
        var writer: BlobWriter?

        init(_ revision: PendingRevision, missing: [Blob]) {
            self.revision = revision
            self.missing = missing
        }
    }

    var waiting: [Job] = []
    var running: [BLIPRequestID: Job] = [:]
    /// Bytes of the revisions that wait.
    var bytes = 0

    var isEmpty: Bool { waiting.isEmpty && running.isEmpty }

    /// Drops everything, with the partly written files.
    mutating func abort() {
        for job in running.values { job.writer?.abort() }
        waiting.removeAll()
        running.removeAll()
        bytes = 0
    }
}

extension Session {
    /// Lets `revision` into the next commit, now or when its attachments are here.
    func collectAttachments(_ revision: PendingRevision) throws {
        let references = Blob.attachments(of: revision.revision.body)
        if !references.isEmpty, !isActive, !access.allowsAttachments {
            throw WireError.http(403, "attachments are not taken here")
        }
        var seen: Set<BlobDigest> = []
        let missing = try references.filter {
            try seen.insert($0.digest).inserted && !database.blobs.contains($0.digest)
        }
        if missing.isEmpty {
            pending.append(revision)
        } else {
            let job = AttachmentFetcher.Job(revision, missing: missing)
            guard attachments.bytes + job.bytes <= tuning.waitingRevisionBytes || attachments.isEmpty else {
                throw WireError.http(503, "too many revisions wait for their attachments")
            }
            attachments.bytes += job.bytes
            attachments.waiting.append(job)
        }
    }

    /// Starts fetches while there is room for them.
    func fetchAttachments() {
        while !attachments.waiting.isEmpty, attachments.running.count < tuning.attachmentsInFlight {
            fetchNext(attachments.waiting.removeFirst())
        }
    }

    private func fetchNext(_ job: AttachmentFetcher.Job) {
        do {
            // Another revision may have brought it meanwhile.
            while let digest = job.missing.first?.digest, try database.blobs.contains(digest) {
                job.missing.removeFirst()
            }
            guard let blob = job.missing.first else { return complete(job.revision, of: job) }
            job.writer = try database.blobs.writer()
            request(blob, for: job)
        } catch {
            fail(database: error)
        }
    }

    private func complete(_ revision: PendingRevision, of job: AttachmentFetcher.Job) {
        attachments.bytes -= job.bytes
        pending.append(revision)
    }

    private func request(_ blob: Blob, for job: AttachmentFetcher.Job) {
        var properties: BLIPProperties = [
            "Profile": "getAttachment", "collection": "\(job.revision.sync.index)",
            "digest": blob.digest.description, "docID": job.revision.revision.id,
        ]
        if blob.isCompressible { properties["compress"] = "true" }
        let id = blip.send(BLIPMessage(properties: properties, body: .bytes([])), streamReply: true)
        attachments.running[id] = job
    }

    func attachmentPart(_ id: BLIPRequestID, _ bytes: [UInt8], isLast: Bool) {
        guard let job = attachments.running[id], let blob = job.missing.first else { return }
        do {
            try job.writer?.append(bytes)
            guard isLast else { return }
            attachments.running[id] = nil
            _ = try job.writer?.finish(expecting: blob.digest)
            job.writer = nil
            job.missing.removeFirst()
            attachments.waiting.insert(job, at: 0)
        } catch {
            attachments.running[id] = nil
            job.writer?.abort()
            giveUp(job, WireError(storing: error))
        }
    }

    /// The peer answered the request for an attachment with an error.
    func attachmentFailed(_ id: BLIPRequestID, _ reply: BLIPReply) {
        guard let job = attachments.running.removeValue(forKey: id) else { return }
        job.writer?.abort()
        giveUp(job, reply.error.map(WireError.init) ?? .http(404, "the attachment is empty"))
    }

    private func giveUp(_ job: AttachmentFetcher.Job, _ error: WireError) {
        var revision = job.revision
        revision.failure = error
        complete(revision, of: job)
    }

    // MARK: Serving

    func serveAttachment(_ request: BLIPIncomingRequest) throws {
        let digest = try offeredDigest(request)
        let reader = try blobReader(digest)
        blip.reply(to: request.number, BLIPMessage(properties: [:], body: .stream(BlobSource(reader))))
    }

    func proveAttachment(_ request: BLIPIncomingRequest) throws {
        let digest = try offeredDigest(request)
        guard (1...255).contains(request.body.count) else { throw WireError.http(400, "a nonce has 1 to 255 bytes") }
        let reader = try blobReader(digest)
        guard reader.length <= tuning.maxProofBytes else {
            throw WireError.http(413, "no proof is given of attachments above \(tuning.maxProofBytes) bytes")
        }
        let proof = Digest(.sha1)
        proof.update([UInt8(request.body.count)] + request.body)
        while case let bytes = try reader.read(64 << 10), !bytes.isEmpty { proof.update(bytes) }
        reply(request.number, [:], Array("sha1-\(proof.finish().base64)".utf8))
    }

    private func blobReader(_ digest: BlobDigest) throws -> BlobReader {
        do {
            return try database.blobs.reader(digest)
        } catch let error as DocumentsError where error.code == .notFound {
            throw WireError.liteCore(7, "No such blob")
        }
    }

    private func offeredDigest(_ request: BLIPIncomingRequest) throws -> BlobDigest {
        _ = try collection(of: request)
        guard let digest = BlobDigest(request.properties["digest"] ?? "") else {
            throw WireError.liteCore(9, "invalid digest")
        }
        guard offeredDigests[digest] != nil else { throw WireError.liteCore(7, "No such blob") }
        return digest
    }
}

/// A blob's file as the body of a reply, read as it is sent.
private final class BlobSource: BLIPBodySource {
    private let reader: BlobReader

    init(_ reader: BlobReader) {
        self.reader = reader
    }

    func next(maxBytes: Int) throws -> [UInt8] {
        try reader.read(maxBytes)
    }
}

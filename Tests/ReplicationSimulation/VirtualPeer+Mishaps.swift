import FoundationEssentials

extension VirtualPeer {
    /// A copy of the database's files as they were on the disk once.
    package struct Copy {
        let path: String
    }

    private var fileNames: [String] { ["db.sqlite3", "db.sqlite3-wal", "blobs"] }

    /// Copies the files as they are now. The database may be open, and is left as it is.
    package func copy() throws -> Copy {
        copies += 1
        let path = directory.file("copy-\(copies)")
        try Self.copyDatabase(from: database.path, to: path, fileNames)
        return Copy(path: path)
    }

    static func copyDatabase(from: String, to: String, _ names: [String]) throws {
        try FileManager.default.createDirectory(atPath: to, withIntermediateDirectories: true)
        for name in names where FileManager.default.fileExists(atPath: "\(from)/\(name)") {
            try? FileManager.default.removeItem(atPath: "\(to)/\(name)")
            try FileManager.default.copyItem(atPath: "\(from)/\(name)", toPath: "\(to)/\(name)")
        }
    }

    /// Loses all connections, and takes an earlier copy in place of the database. Time passes meanwhile.
    package func rollBack(to copy: Copy) throws {
        try replaceDatabase { try fill($0, from: copy) }
    }

    /// As if the process had been killed.
    package func crash() throws {
        try rollBack(to: copy())
    }

    /// Loses all connections and the database.
    package func wipe() throws {
        try replaceDatabase { _ in }
    }

    /// Opens the database again with a limit for the size of its file.
    package func limitFile(toBytes limit: Int64?) throws {
        let copy = try copy()
        try replaceDatabase(maxFileBytes: limit) { try fill($0, from: copy) }
    }

    func fill(_ path: String, from copy: Copy) throws {
        try FileManager.default.copyItem(atPath: copy.path, toPath: path)
    }

    // MARK: For a simulation, which cuts connections and lets time pass itself

    /// The process is killed: nothing that was committed is lost.
    func kill() throws {
        let copy = try copy()
        try goDown { try fill($0, from: copy) }
    }

    /// The process ends in order. Returns a copy of what it left.
    func stop() throws -> Copy {
        // With a full disk it ends like a killed one.
        try? database.close()
        let copy = try copy()
        try goDown { try fill($0, from: copy) }
        return copy
    }

    /// The machine is switched off, and on again with an earlier copy of its disk.
    func goDown(to copy: Copy) throws {
        try goDown { try fill($0, from: copy) }
    }

    /// The database is gone for good.
    func goDownWithNothing() throws {
        try goDown { _ in }
    }

    /// Begins to keep what a loss of power would leave: the last durable commit, or by luck a later one.
    func expectPowerCut(luck: @escaping @Sendable () -> Bool) throws {
        let path = directory.file("power")
        try Self.copyDatabase(from: database.path, to: path, fileNames)
        disk.arm(path, luck: luck)
    }

    /// The power is gone. Attachments are never lost: each was on the disk before a document could refer to it.
    func losePower() throws {
        let kept = directory.file("power")
        let blobs = directory.file("power-blobs")
        try Self.copyDatabase(from: database.path, to: blobs, ["blobs"])
        try goDown { path in
            try Self.copyDatabase(from: kept, to: path, ["db.sqlite3", "db.sqlite3-wal"])
            try Self.copyDatabase(from: blobs, to: path, ["blobs"])
        }
    }
}

import Testing

struct ExitTests {
    /// Without care for it, one in ten or twenty of these processes dies in libcrypto, and one in hundreds of boards.
    @Test func aProcessEndsWellWhileItsThreadsEndToo() async throws {
        try await OwnThreads.run {
            let path = Program.built("exit-probe")
            for _ in 0..<60 {
                let exit = try await Program(command: [path]).exit()
                #expect(exit == Program.Exit(code: 0, errors: []))
            }
        }
    }
}

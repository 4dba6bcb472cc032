import CFuzzer
import FoundationEssentials
import Glibc

/// Feeds one target for a while. An input that ends the process, or after which something does not hold, is left in a file.
struct Engine {
    /// A hang guard for one input, in seconds: far above what any takes.
    private static let inputSeconds: UInt32 = 30

    private let type: any FuzzTarget.Type
    private let options: Options
    private let target: any FuzzTarget
    private let seeds: [[UInt8]]

    init(_ type: any FuzzTarget.Type, _ options: Options) throws {
        self.type = type
        self.options = options
        target = try type.init()
        seeds = try target.seeds()
    }

    func run() throws -> Int32 {
        #if COVERAGE_GUIDED
            return try runGuided()
        #else
            return try runSeeded()
        #endif
    }

    // MARK: Seeded

    private func runSeeded() throws -> Int32 {
        let path = "\(options.crashes)/crash-\(type.name)-\(options.seed)"
        LastWords.prepare(path: path, advice: "\(type.name): repeat it with: fuzz \(type.name) \(path)")
        var mutator = Mutator(seed: options.seed, words: type.words)
        let end = ContinuousClock.now.advanced(by: .seconds(options.seconds))
        var count = 0
        while count < seeds.count || ContinuousClock.now < end {
            let input = count < seeds.count ? seeds[count] : mutator.mutate(seeds)
            LastWords.note(input)
            alarm(Self.inputSeconds)
            do {
                try target.run(input)
            } catch let error as Violation {
                Fuzz.say("\(type.name): input \(count): \(error)")
                LastWords.say()
                return 1
            }
            count += 1
        }
        alarm(0)
        Fuzz.say("\(type.name): \(count) inputs in \(options.seconds) s, seed \(options.seed): all held")
        return 0
    }

    // MARK: Coverage-guided

    #if COVERAGE_GUIDED
        /// The engine that libFuzzer's callback, which carries no context, belongs to. Set once, before the first call.
        nonisolated(unsafe) private static var running: Engine?
        // SAFETY: written on the main thread before libFuzzer starts, read on the same thread by its callback.

        private func runGuided() throws -> Int32 {
            let corpus = "\(options.crashes)/corpus-\(type.name)"
            try FileManager.default.createDirectory(atPath: corpus, withIntermediateDirectories: true)
            for (number, seed) in seeds.enumerated() {
                try Data(seed).write(to: URL(filePath: "\(corpus)/seed-\(number)"))
            }
            let dictionary = "\(options.crashes)/words-\(type.name)"
            let words = type.words.map { word in "\"" + word.utf8.map(Self.escaped).joined() + "\"\n" }.joined()
            try Data((words.isEmpty ? "\"\\x00\"\n" : words).utf8).write(to: URL(filePath: dictionary))
            Self.running = self
            var arguments = [
                "fuzz", "-max_total_time=\(options.seconds)", "-seed=\(options.seed)", "-max_len=\(Fuzz.maxInputBytes)",
                "-timeout=\(Self.inputSeconds)", "-rss_limit_mb=1024", "-print_final_stats=1", "-dict=\(dictionary)",
                "-artifact_prefix=\(options.crashes)/crash-\(type.name)-", corpus,
            ].map { (text: String) -> UnsafeMutablePointer<CChar>? in strdup(text) }
            var count = CInt(arguments.count)
            arguments.append(nil)
            return arguments.withUnsafeMutableBufferPointer { buffer in
                var start = buffer.baseAddress
                return withUnsafeMutablePointer(to: &start) { pointer in
                    pointer.withMemoryRebound(to: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.self, capacity: 1)
                    {
                        LLVMFuzzerRunDriver(&count, $0) { bytes, count in
                            Engine.test(Array(UnsafeBufferPointer(start: bytes, count: count)))
                            return 0
                        }
                    }
                }
            }
        }

        private static func escaped(_ byte: UInt8) -> String {
            let digits = String(byte, radix: 16)
            return "\\x" + (digits.count == 1 ? "0" : "") + digits
        }

        private static func test(_ input: [UInt8]) {
            guard let engine = running else { return }
            do {
                try engine.target.run(input)
            } catch let error as Violation {
                // The trap lets libFuzzer keep the input.
                fatalError("\(engine.type.name): \(error)")
            } catch {
                fatalError("\(engine.type.name): unexpected: \(error)")
            }
        }
    #endif
}

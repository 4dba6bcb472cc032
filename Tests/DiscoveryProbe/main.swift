// Publishes or browses from a process of its own, for the tests that need one per network namespace. Reports one line
// per event, flushed at once, and ends when its standard input does.
@preconcurrency import Glibc
import Discovery
import Synchronization

setvbuf(stdout, nil, _IOLBF, 0)
var arguments = CommandLine.arguments.dropFirst()

func fields(_ arguments: some Sequence<String>) -> [String: String] {
    var fields: [String: String] = [:]
    for argument in arguments {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        fields[String(parts[0])] = parts.count == 2 ? String(parts[1]) : ""
    }
    return fields
}

func line(_ word: String, _ service: DiscoveredService) -> String {
    let txt = service.txt.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return ([word, service.name, service.endpoint, service.interface] + txt).joined(separator: "\t")
}

/// Waits for the thread that stops, so that the process ends only after the daemon has been told.
final class Ending: Sendable {
    private let descriptors: (read: Int32, write: Int32)

    init() {
        var pair: [Int32] = [-1, -1]
        guard pipe(&pair) == 0 else { exit(1) }
        descriptors = (pair[0], pair[1])
    }

    func signal() {
        close(descriptors.write)
    }

    func wait() {
        var byte: UInt8 = 0
        while read(descriptors.read, &byte, 1) < 0 && errno == EINTR {}
    }
}

let ending = Ending()

switch arguments.popFirst() {
case "publish":
    guard let name = arguments.popFirst(), let port = arguments.popFirst().flatMap(UInt16.init) else { fallthrough }
    let advertisement = ServiceAdvertisement(name: name, port: port, txt: fields(arguments))
    let publisher = ServicePublisher(advertisement) { state in
        switch state {
        case .registering: print("registering")
        case .published(let name): print("published\t\(name)")
        case .renamed(let name): print("renamed\t\(name)")
        case .waitingForDaemon(let reason): print("waiting\t\(reason)")
        case .failed(let message): print("failed\t\(message)")
        }
    }
    // Every line of input is a new TXT record: fields separated by tabs.
    while let input = readLine() {
        publisher.update(txt: fields(input.split(separator: "\t").map(String.init)))
    }
    publisher.stop { ending.signal() }
case "browse":
    let browser = ServiceBrowser { event in
        switch event {
        case .found(let service): print(line("found", service))
        case .lost(let service): print(line("lost", service))
        case .waitingForDaemon(let reason): print("waiting\t\(reason)")
        case .caughtUp: print("caught-up")
        }
    }
    if let seconds = arguments.popFirst().flatMap(Int32.init) {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        poll(&input, 1, seconds * 1000)
    } else {
        while readLine() != nil {}
    }
    browser.stop { ending.signal() }
default:
    fputs("usage: discovery-probe publish NAME PORT [KEY=VALUE…] | browse [SECONDS]\n", stderr)
    exit(2)
}
ending.wait()
print("stopped")

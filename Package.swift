// swift-tools-version: 6.0
import PackageDescription

// The rooms, bottom to top; a target may depend only on what stands before it here. Documentation/architecture.md says
// what each one holds and what it must not know.
let strict: [SwiftSetting] = [.unsafeFlags(["-warnings-as-errors"])]
// Where speed is not what counts, so that a board's program stays below 15 MB.
let small: [SwiftSetting] = strict + [.unsafeFlags(["-Osize"], .when(configuration: .release))]

func room(_ name: String, _ dependencies: [Target.Dependency] = [], _ settings: [SwiftSetting] = strict) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func shim(_ name: String, linking libraries: String...) -> Target {
    .target(name: name, linkerSettings: libraries.map { .linkedLibrary($0) })
}

func tests(of name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: [.init(stringLiteral: name), "TestSupport"] + dependencies + (name == "Timing" ? [] : ["Timing"]),
        exclude: exclude,
        swiftSettings: strict
    )
}

let package = Package(
    name: "pulsador",
    products: [.executable(name: "pulsador", targets: ["pulsador"])],
    targets: [
        shim("CSQLite", linking: "sqlite3"),
        shim("CDigest", linking: "crypto"),
        shim("CZlib", linking: "z"),
        shim("CWebSocket", linking: "websockets"),
        shim("CAvahi", linking: "avahi-client", "avahi-common"),
        shim("CTerminal", linking: "ncursesw", "tinfo"),
        shim("CGPIO", linking: "gpiod"),
        shim("CInput", linking: "evdev"),

        room("Timing"),
        room("Settings", [], small),
        room("WebSocket", ["CWebSocket", "Timing"]),
        room("Documents", ["CSQLite", "CDigest", "Timing"]),
        room("BLIP", ["CZlib"]),
        room("Discovery", ["CAvahi"], small),
        room("Replication", ["Documents", "BLIP", "WebSocket", "Timing"]),
        room("Quiz", ["Timing"]),
        room("Buttons", ["CGPIO", "CInput", "Settings", "Timing"]),
        room("QuizPacks", [], small),
        room("Game", ["Quiz", "Buttons", "Documents", "Replication", "Timing", "WebSocket"]),
        room("Projector", ["CTerminal"], small),
        .executableTarget(
            name: "pulsador",
            dependencies: [
                "Buttons", "Discovery", "Documents", "Game", "Projector", "Quiz", "QuizPacks", "Replication",
                "Settings",
                "Timing", "WebSocket",
            ],
            swiftSettings: small
        ),

        .target(
            name: "TestSupport",
            dependencies: ["Timing", "Documents"],
            path: "Tests/TestSupport",
            exclude: ["Fixtures"],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "projector-gallery",
            dependencies: ["Projector"],
            path: "Tests/ProjectorGallery",
            swiftSettings: strict
        ),
        .target(name: "CFuzzer", path: "Tests/CFuzzer"),
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "CFuzzer", "BLIP", "Buttons", "Documents", "Quiz", "QuizPacks", "Replication", "Timing", "TestSupport",
            ],
            path: "Tests/Fuzz",
            swiftSettings: strict
        ),
        tests(of: "Timing"),
        tests(of: "Settings"),
        tests(of: "Documents", exclude: ["Fixtures"]),
        tests(of: "BLIP"),
        tests(of: "WebSocket"),
        .target(
            name: "ReplicationSimulation",
            dependencies: ["Replication", "Documents", "Timing", "WebSocket", "TestSupport"],
            path: "Tests/ReplicationSimulation",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "replication-simulation",
            dependencies: ["ReplicationSimulation", "TestSupport"],
            path: "Tests/ReplicationSimulationRunner",
            swiftSettings: strict
        ),
        tests(of: "Replication", ["ReplicationSimulation", "Documents", "BLIP", "WebSocket"]),
        .executableTarget(
            name: "discovery-probe",
            dependencies: ["Discovery"],
            path: "Tests/DiscoveryProbe",
            swiftSettings: strict
        ),
        tests(of: "Discovery", ["discovery-probe"]),
        .executableTarget(
            name: "gpio-probe",
            dependencies: ["Buttons"],
            path: "Tests/GPIOProbe",
            swiftSettings: strict
        ),
        tests(of: "Quiz"),
        tests(of: "Buttons"),
        tests(of: "QuizPacks"),
        .target(
            name: "GameSimulation",
            dependencies: ["Game", "Quiz", "Replication", "Timing"],
            path: "Tests/GameSimulation",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "game-simulation",
            dependencies: ["GameSimulation", "TestSupport"],
            path: "Tests/GameSimulationRunner",
            swiftSettings: strict
        ),
        tests(of: "Game", ["GameSimulation", "Quiz", "Buttons", "Documents", "Replication", "WebSocket"]),
        tests(of: "Projector"),
        .executableTarget(
            name: "exit-probe",
            dependencies: ["Documents"],
            path: "Tests/ExitProbe",
            swiftSettings: strict
        ),
        .testTarget(
            name: "CommandTests",
            dependencies: ["TestSupport", "Timing", "pulsador", "exit-probe"],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6]
)

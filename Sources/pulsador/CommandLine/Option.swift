/// One option of a command.
struct Option: Sendable {
    /// Without the dashes.
    let name: String
    /// What stands for its value in the help; nil for a flag.
    let value: String?
    let help: String
    /// The environment variable that sets it when the command line does not: `PULSADOR_` and the name.
    var variable: String { "PULSADOR_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined() }

    /// For commands that run as services.
    static let config = value("config", "FILE", "settings from a file: lines 'option = value', for flags yes or no")

    static func flag(_ name: String, _ help: String) -> Option { Option(name: name, value: nil, help: help) }

    static func value(_ name: String, _ value: String, _ help: String) -> Option {
        Option(name: name, value: value, help: help)
    }
}

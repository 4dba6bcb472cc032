/// `pulsador completion`: what a shell completes, made from the table of commands.
struct CompletionCommand: Command {
    static let name = "completion"
    static let summary = "Print a script that lets a shell complete commands and options"
    static let operands = "bash"
    static let operandCount = 1...1
    static let details = "The Debian package brings it."
    static let example = "pulsador completion bash > pulsador.bash"

    init(_ arguments: Arguments) throws {
        guard arguments.positionals == ["bash"] else {
            throw UsageError("there is completion for bash alone, not for '\(arguments.positionals[0].printable)'")
        }
    }

    func run() async throws {
        Output.line(Self.script(Pulsador.commands))
    }

    /// The words that may come first, then for each command its options; after an option that takes a file, files.
    static func script(_ commands: [any Command.Type]) -> String {
        var firsts: [String] = []
        var seconds: [String: [String]] = [:]
        var options = ""
        for command in commands {
            let words = command.name.split(separator: " ").map(String.init)
            if !firsts.contains(words[0]) { firsts.append(words[0]) }
            if words.count > 1 { seconds[words[0], default: []].append(words[1]) }
            let names = (command.options.map(\.name) + ["help"]).map { "--\($0)" }.joined(separator: " ")
            options += "        '\(command.name)') words='\(names)' ;;\n"
        }
        let groups = firsts.compactMap { first in
            seconds[first].map { "        \(first)) second='\($0.joined(separator: " "))' ;;\n" }
        }
        let valued = Set(commands.flatMap { $0.options.filter { $0.value != nil }.map { "--\($0.name)" } }).sorted()
        return """
            # bash completion for pulsador

            _pulsador() {
                local current=${COMP_WORDS[COMP_CWORD]} first=${COMP_WORDS[1]} second='' command words
                COMPREPLY=()
                case $first in
            \(groups.joined())    esac
                if ((COMP_CWORD == 1)); then
                    mapfile -t COMPREPLY < <(compgen -W '\(firsts.joined(separator: " ")) --help --version' -- "$current")
                    return
                fi
                command=$first
                if [[ -n $second ]]; then
                    if ((COMP_CWORD == 2)); then
                        mapfile -t COMPREPLY < <(compgen -W "$second" -- "$current")
                        return
                    fi
                    command="$first ${COMP_WORDS[2]}"
                fi
                # The value of an option, or an operand: mostly a file.
                case ${COMP_WORDS[COMP_CWORD - 1]} in
                    \(valued.joined(separator: " | ")))
                        mapfile -t COMPREPLY < <(compgen -f -- "$current")
                        return
                        ;;
                esac
                case $command in
            \(options)        *) words='' ;;
                esac
                if [[ $current == -* ]]; then
                    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
                else
                    mapfile -t COMPREPLY < <(compgen -f -- "$current")
                fi
            }

            complete -o filenames -F _pulsador pulsador
            """
    }
}

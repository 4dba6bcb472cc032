import Buttons

/// Buttons that are not on the pins: keys of an input device or of this terminal, or a script.
struct ButtonsCheck: Check {
    let choice: ButtonsChoice
    var title: String { "buttons" }

    func run() async -> [Finding] {
        do {
            let panel = try choice.open(onGone: {}, tell: { _ in })
            panel.stop()
            return [.ok((panel as? EventPanel)?.title ?? choice.words)]
        } catch let error as CommandError {
            return [Finding(.failure, splitting: error.message)]
        } catch {
            return [Finding(.failure, splitting: "\(error)")]
        }
    }
}

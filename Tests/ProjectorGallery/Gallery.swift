@preconcurrency import Glibc
import Projector

/// Shows sample scenes, one by key after the other, to look at them and to test the terminal by hand or by script.
///
/// Space: next scene, b: the one before. 1 to 4: jump to the first four. `c`: a status line on and off. `q`: asks, then quits. Ctrl-C: quits.
/// The first argument, a number from 0, is the scene to begin with.
@main
enum Gallery {
    static func main() async {
        let (keys, continuation) = AsyncStream.makeStream(of: ProjectorKey.self, bufferingPolicy: .bufferingNewest(64))
        let projector: Projector
        do {
            projector = try Projector { continuation.yield($0) }
        } catch {
            fputs("projector-gallery: \(error)\n", stderr)
            exit(1)
        }
        var index = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 0
        var hasNotice = false
        projector.show(SampleScenes.scene(index))
        loop: for await key in keys {
            switch key {
            case .advance, .verdict:
                index += 1
                projector.show(SampleScenes.scene(index))
            case .back:
                index -= 1
                projector.show(SampleScenes.scene(index))
            case .digit(let digit):
                index = digit - 1
                projector.show(SampleScenes.scene(index))
            case .close:
                hasNotice.toggle()
                projector.notice(hasNotice ? "Board 3 (Ana) was lost; its answers count when it is back" : nil)
            case .quit:
                if isatty(0) == 0 || CommandLine.arguments.contains("--no-question") { break loop }
                projector.ask("Really quit the gallery?")
            case .confirm(true):
                break loop
            case .confirm(false), .undo, .resize:
                break
            }
        }
        projector.close()
        print("gallery closed")
    }
}

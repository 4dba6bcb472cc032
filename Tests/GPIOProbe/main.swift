// Prints every press of a board's real buttons, for the test on simulated lines: `press BUTTON NANOSECONDS`, followed by
// `uncertain` where edges were lost; one line each, flushed at once. Runs until it is killed.
@preconcurrency import Glibc
import Buttons

setvbuf(stdout, nil, _IOLBF, 0)
guard CommandLine.arguments.count == 2 else {
    fputs("usage: gpio-probe BOARD-FILE\n", stderr)
    exit(2)
}
do {
    var options = GPIOPanel.Options(map: try PinMap(file: CommandLine.arguments[1]))
    options.hasLamps = false
    options.hasSound = false
    let panel = try GPIOPanel(options) { print("state \($0.text)") }
    try panel.start { press in
        print("press \(press.button) \(press.time.nanoseconds)\(press.isTimeUncertain ? " uncertain" : "")")
    }
    withExtendedLifetime(panel) { while true { pause() } }
} catch {
    fputs("gpio-probe: \(error)\n", stderr)
    exit(1)
}

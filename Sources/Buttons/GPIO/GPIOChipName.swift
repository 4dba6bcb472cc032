/// How a chip is named by a person or a pin map. Never by its number alone, which changes from boot to boot.
///
/// | text | the chip |
/// |---|---|
/// | `/dev/gpiochip0` | with this file |
/// | `gpiochip0` | with this name |
/// | `label:pinctrl-rp1` | whose driver calls it so |
/// | `GPIO17` | that has a line of this name |
package enum GPIOChipName: Hashable, Sendable {
    case path(String)
    case label(String)
    case line(String)

    package init(_ text: String) {
        if text.hasPrefix("label:") {
            self = .label(String(text.dropFirst(6)))
        } else if text.hasPrefix("/") {
            self = .path(text)
        } else if text.hasPrefix("gpiochip") {
            self = .path("/dev/\(text)")
        } else {
            self = .line(text)
        }
    }

    package var text: String {
        switch self {
        case .path(let path): path
        case .label(let label): "label:\(label)"
        case .line(let name): name
        }
    }

    /// Whether it names this open chip; a path is for whoever opens it.
    func fits(_ chip: GPIOChip) -> Bool {
        switch self {
        case .path: false
        case .label(let label): chip.label == label
        case .line(let name): chip.lines.contains { $0.name == name }
        }
    }
}

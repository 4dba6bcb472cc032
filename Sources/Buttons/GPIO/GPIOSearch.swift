import Glibc

/// The GPIO chips of this machine, as far as they can be opened, and the one that is wanted.
struct GPIOSearch {
    let paths: [String]
    private let chips: [GPIOChip]
    /// What could not be opened, and why.
    private let refused: [(path: String, error: SystemError)]

    init(folder: String = "/dev") {
        var chips: [GPIOChip] = []
        var refused: [(path: String, error: SystemError)] = []
        paths = GPIOChip.paths(in: folder)
        for path in paths {
            do throws(SystemError) {
                chips.append(try GPIOChip(path: path))
            } catch {
                refused.append((path, error))
            }
        }
        self.chips = chips
        self.refused = refused
    }

    /// The chip that `named`, else the map, asks for.
    func chip(for map: PinMap, named: GPIOChipName?) -> GPIOChip? {
        let names = named.map { [$0] } ?? map.chips
        if names.isEmpty { return chips.first { (try? GPIOLayout(map, on: $0)) != nil } }
        for name in names {
            if case .path(let path) = name {
                if let chip = try? GPIOChip(path: path) { return chip }
            } else if let chip = chips.first(where: { name.fits($0) }) {
                return chip
            }
        }
        return nil
    }

    /// As `chip(for:named:)`; throws `ButtonsError` with what is there and what to do.
    func find(for map: PinMap, named: GPIOChipName?) throws(ButtonsError) -> GPIOChip {
        if let chip = chip(for: map, named: named) { return chip }
        guard !paths.isEmpty else { throw noChip }
        if case .path(let path)? = named {
            do throws(SystemError) {
                return try GPIOChip(path: path)
            } catch {
                throw GPIOTrouble.opening(path, error, others: title)
            }
        }
        if let (path, error) = refused.first { throw GPIOTrouble.opening(path, error, others: title) }
        guard let named else {
            guard !map.chips.isEmpty else { throw GPIOTrouble.noChipHasLines(map, others: title) }
            throw GPIOTrouble.noChip(map.chips.map(\.text).joined(separator: ", "), of: map.file, others: title)
        }
        throw GPIOTrouble.noChip(named.text, of: nil, others: title)
    }

    /// Why no chip at all could be opened; nil when one could, or when there is none.
    var refusal: ButtonsError? {
        guard chips.isEmpty, let (path, error) = refused.first else { return nil }
        return GPIOTrouble.opening(path, error, others: title)
    }

    var noChip: ButtonsError {
        ButtonsError(
            .noDevice,
            "this machine has no GPIO chip (/dev/gpiochip…); play with --buttons keyboard, events or mock:FILE",
            context: "gpio")
    }

    /// What there is, for messages.
    private var title: String {
        chips.isEmpty ? "none that may be opened" : chips.map { "\($0.title)" }.listed
    }
}

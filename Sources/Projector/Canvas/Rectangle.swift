/// A part of a canvas in character cells; never of negative size.
struct Rectangle: Sendable, Equatable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = max(0, width)
        self.height = max(0, height)
    }

    /// Without `columns` at the left and right, and `rows` above and below.
    func inset(columns: Int, rows: Int = 0) -> Rectangle {
        Rectangle(x: x + columns, y: y + rows, width: width - 2 * columns, height: height - 2 * rows)
    }

    /// Cuts `rows` off the top, and gives them.
    mutating func takeTop(_ rows: Int) -> Rectangle {
        let taken = Rectangle(x: x, y: y, width: width, height: min(max(0, rows), height))
        self = Rectangle(x: x, y: y + taken.height, width: width, height: height - taken.height)
        return taken
    }

    /// Cuts `rows` off the bottom, and gives them.
    mutating func takeBottom(_ rows: Int) -> Rectangle {
        let cut = min(max(0, rows), height)
        height -= cut
        return Rectangle(x: x, y: y + height, width: width, height: cut)
    }

    /// Cuts `columns` off the left, and gives them.
    mutating func takeLeft(_ columns: Int) -> Rectangle {
        let cut = min(max(0, columns), width)
        defer { self = Rectangle(x: x + cut, y: y, width: width - cut, height: height) }
        return Rectangle(x: x, y: y, width: cut, height: height)
    }

    /// Cuts `columns` off the right, and gives them.
    mutating func takeRight(_ columns: Int) -> Rectangle {
        let cut = min(max(0, columns), width)
        width -= cut
        return Rectangle(x: x + width, y: y, width: cut, height: height)
    }

    /// The same, no wider than `columns`, in the middle.
    func centered(columns: Int) -> Rectangle {
        let narrow = min(width, max(0, columns))
        return Rectangle(x: x + (width - narrow) / 2, y: y, width: narrow, height: height)
    }

    /// The row half way down; of no height where there is none.
    var middleRow: Rectangle {
        Rectangle(x: x, y: y + max(0, height - 1) / 2, width: width, height: min(1, height))
    }
}

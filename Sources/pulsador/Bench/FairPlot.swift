/// The picture of a `FairReport`: for each link, how many pairs were in the wrong order, by the way of telling and the gap.
enum FairPlot {
    private struct Series: Sendable {
        let title: String
        let color: String
        let value: @Sendable (FairReport.Gap) -> Double?
    }

    private static let series = [
        Series(title: "by arrival", color: "#c0504d") { $0.wrongByArrival },
        Series(title: "MQTT, by arrival", color: "#e0a030") { $0.wrongByMQTT },
        Series(title: "by Pulsador's ruling", color: "#3a6ea5") { $0.wrongByRuling },
    ]

    private static let panelWidth = 300.0
    private static let panelHeight = 170.0
    private static let plotHeight = 100.0
    private static let columns = 2

    /// An SVG document.
    static func svg(_ report: FairReport) -> String {
        let rows = (report.links.count + columns - 1) / columns
        let width = Double(columns) * panelWidth + 20
        let height = Double(rows) * panelHeight + 60
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(Int(width)) \(Int(height))\" "
                + "font-family=\"sans-serif\" font-size=\"11\">",
            "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>",
            text("Two presses in the wrong order, percent", 20, 18, size: 14),
        ]
        for (index, series) in series.enumerated() {
            let x = 20 + Double(index) * 150
            lines.append(rectangle(x, 27, 10, 10, series.color))
            lines.append(text(series.title, x + 15, 36))
        }
        for (index, link) in report.links.enumerated() {
            let x = 20 + Double(index % columns) * panelWidth
            let y = 60 + Double(index / columns) * panelHeight
            lines += panel(link, x, y)
        }
        return (lines + ["</svg>", ""]).joined(separator: "\n")
    }

    private static func panel(_ link: FairReport.Link, _ x: Double, _ y: Double) -> [String] {
        let bottom = y + 22 + plotHeight
        var lines = [text(link.title, x, y + 10, size: 12)]
        for percent in [0.0, 25, 50] {
            let height = bottom - percent / 50 * plotHeight
            lines.append(
                "<line x1=\"\(x + 22)\" x2=\"\(x + panelWidth - 20)\" y1=\"\(height)\" y2=\"\(height)\" stroke=\"#ccc\"/>"
            )
            lines.append(text("\(Int(percent))", x + 18, height + 4, anchor: "end"))
        }
        let step = (panelWidth - 50) / Double(max(1, link.gaps.count))
        let bar = step / Double(series.count + 1)
        for (place, gap) in link.gaps.enumerated() {
            let left = x + 26 + Double(place) * step
            for (number, series) in series.enumerated() {
                guard let value = series.value(gap) else { continue }
                // What is nothing is still to be seen.
                let height = max(1, min(50, value) / 50 * plotHeight)
                lines.append(rectangle(left + Double(number) * bar, bottom - height, bar - 1, height, series.color))
            }
            lines.append(text("\(gap.gapMs) ms", left + 1.5 * bar, bottom + 13, anchor: "middle"))
        }
        return lines
    }

    private static func text(_ text: String, _ x: Double, _ y: Double, size: Int = 11, anchor: String = "start")
        -> String
    {
        "<text x=\"\(x.hundredths)\" y=\"\(y.hundredths)\" font-size=\"\(size)\" text-anchor=\"\(anchor)\">\(text)</text>"
    }

    private static func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ color: String)
        -> String
    {
        "<rect x=\"\(x.hundredths)\" y=\"\(y.hundredths)\" width=\"\(width.hundredths)\" height=\"\(height.hundredths)\" "
            + "fill=\"\(color)\"/>"
    }
}

import Foundation

/// The curves as an SVG: load over time, as a multiple of the load before the outage.
enum Picture {
    private static let (width, height, left, top) = (760.0, 250.0, 50.0, 30.0)
    private static let colours = ["#b0413e", "#d98e04", "#3a7ca5", "#2f7d32"]
    private static let highest = 4.0

    static func svg(_ panels: [(title: String, storms: [Storm])]) -> String {
        let total = Double(panels.count) * (height + 50) + 40
        var text = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(width + 2 * left)) \(Int(total))" \
            font-family="sans-serif" font-size="12">
            <rect width="100%" height="100%" fill="white"/>

            """
        for (index, panel) in panels.enumerated() {
            text += drawing(panel.title, panel.storms, at: top + Double(index) * (height + 50))
        }
        for (index, storm) in (panels.first?.storms ?? []).enumerated() {
            let x = left + Double(index) * 200
            text += "<rect x=\"\(x)\" y=\"\(total - 22)\" width=\"14\" height=\"4\" fill=\"\(colours[index])\"/>"
            text += "<text x=\"\(x + 20)\" y=\"\(total - 16)\">\(storm.strategy.name)</text>\n"
        }
        return text + "</svg>\n"
    }

    private static func drawing(_ title: String, _ storms: [Storm], at y: Double) -> String {
        var text = "<text x=\"\(left)\" y=\"\(y)\" font-weight=\"bold\">\(title)</text>\n"
        let floor = y + height
        text +=
            "<rect x=\"\(x(60))\" y=\"\(y + 10)\" width=\"\(x(120) - x(60))\" height=\"\(height - 10)\" fill=\"#eee\"/>"
        for level in 0...Int(highest) {
            let line = floor - (height - 10) * Double(level) / highest
            text += "<line x1=\"\(left)\" x2=\"\(left + width)\" y1=\"\(line)\" y2=\"\(line)\" stroke=\"#ccc\"/>"
            text += "<text x=\"\(left - 30)\" y=\"\(line + 4)\">\(level) ×</text>\n"
        }
        for (index, storm) in storms.enumerated() {
            let points = (30..<200).map { second in
                let level = min(highest, storm.load[second] / storm.before)
                return "\(tenths(x(second))),\(tenths(floor - (height - 10) * level / highest))"
            }
            text += "<polyline fill=\"none\" stroke=\"\(colours[index])\" stroke-width=\"1.5\" "
            text += "points=\"\(points.joined(separator: " "))\"/>\n"
        }
        return text
    }

    private static func x(_ second: Int) -> Double { left + width * Double(second - 30) / 170 }

    private static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}

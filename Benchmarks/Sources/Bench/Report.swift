import Foundation

/// Everything that was measured, as it stands in `.build/bench.json`.
struct Report: Encodable {
    struct Throughput: Encodable {
        var contestant: String
        var connections: Int
        var requests_per_second: Double
        var cpu_us_per_request: Double
    }

    struct Ratio: Encodable {
        var of: String
        var to: String
        var connections: Int
        var median: Double
        var low: Double
        var high: Double
    }

    struct HTTP2: Encodable {
        var contestant: String
        var streams: Int
        var requests_per_second: Double
    }

    struct Transfer: Encodable {
        var contestant: String
        var direction: String
        var bytes: Int
        var seconds: Double
        var rss_growth_bytes: Int
    }

    var throughput: [Throughput] = []
    var ratios: [Ratio] = []
    var http2: [HTTP2] = []
    var transfers: [Transfer] = []
    /// What this run came to per second while idle.
    var idle_cpu_ms_per_second = 0.0

    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(self).write(to: URL(fileURLWithPath: path))
    }
}

import Foundation
import Sterna

struct Bench {
    let options: [String: String]

    private var rounds: Int { options["rounds"].flatMap { Int($0) } ?? 11 }
    private var seconds: Double { options["seconds"].flatMap { Double($0) } ?? 2 }
    private var connections: [Int] {
        options["connections"]?.split(separator: ",").compactMap { Int($0) } ?? [1, 8, 32, 256, 1000]
    }

    func run() async throws {
        var report = Report()
        let parts = options["only"]?.split(separator: ",").map(String.init)
        func wants(_ part: String) -> Bool { parts?.contains(part) ?? true }
        if wants("throughput") { for count in connections { try await throughput(count, &report) } }
        if wants("idle") { try await idle(&report) }
        if wants("http2") { try await http2(&report) }
        if wants("transfers") { try await Transfers(options: options).run(into: &report) }
        if wants("photo") { try await Photos(options: options).run(into: &report) }
        if let path = options["out"] { try report.write(to: path) }
    }

    /// Small JSON over HTTP/1.1.
    private func throughput(_ count: Int, _ report: inout Report) async throws {
        let url = options["http"] ?? ""
        let names = options["contestants"]?.split(separator: ",").map(String.init)
        var all: [Contestant] = [
            .poll("c-poll", url), .epoll("c-epoll", url), try .transport(url), try .send(url),
            .poll("c-poll-again", url),
        ]
        if (8...32).contains(count) { all += [try .transport(url, inPool: true), try .send(url, inPool: true)] }
        if count == 32 { all.append(.urlSession(url)) }
        var run = Throughput(
            all.filter { names?.contains($0.name) ?? true }, connections: count, rounds: rounds, seconds: seconds)
        try await run.run()
        print("\nsmall JSON over HTTP/1.1, \(count) at a time")
        for contestant in run.contestants {
            let (speed, cpu) = (run.perSecond(contestant.name), run.cpu(contestant.name))
            print(
                "  " + column(contestant.name, 22) + column("\(Int(speed.median)) requests/s", 20)
                    + column("\(figure(cpu.median, 1)) µs of processor each", 32)
                    + "(\(Int(speed.low))…\(Int(speed.high)))")
            report.throughput.append(
                .init(
                    contestant: contestant.name, connections: count, requests_per_second: speed.median,
                    cpu_us_per_request: cpu.median))
        }
        let best = ["c-poll", "c-epoll"]
        for (left, to, right) in [
            ("sterna-transport", "c-best", best), ("sterna-transport", "c-poll", ["c-poll"]),
            ("sterna-send", "c-best", best), ("sterna-transport-pool", "c-best", best),
            ("sterna-send-pool", "c-best", best), ("sterna-transport", "urlsession", ["urlsession"]),
            ("c-poll-again", "c-poll", ["c-poll"]),
        ] where run.results[left] != nil && right.contains(where: { run.results[$0] != nil }) {
            add(run.ratio(left, to: right), left, to, count, &report)
        }
        if run.results["c-poll"] != nil, run.results["sterna-transport"] != nil {
            add(run.cpuRatio("sterna-transport", to: "c-poll"), "sterna-transport cpu", "c-poll cpu", count, &report)
        }
    }

    private func add(_ spread: Spread, _ left: String, _ right: String, _ count: Int, _ report: inout Report) {
        print(
            "  " + column("\(left) : \(right)", 40)
                + "\(figure(spread.median))  (\(figure(spread.low))…\(figure(spread.high)))")
        report.ratios.append(
            .init(
                of: left, to: right, connections: count, median: spread.median, low: spread.low, high: spread.high))
    }

    /// A client that has nothing to do uses no processor.
    private func idle(_ report: inout Report) async throws {
        let transport = CurlTransport()
        _ = try await transport.send(HTTPRequest(.get, URI(options["http"] ?? "")))
        try await Task.sleep(for: .milliseconds(200))
        let before = ProcessFigures.cpuSeconds
        try await Task.sleep(for: .seconds(3))
        report.idle_cpu_ms_per_second = (ProcessFigures.cpuSeconds - before) * 1e3 / 3
        print(
            "\nidle client with a kept connection: \(figure(report.idle_cpu_ms_per_second, 3)) ms of processor a second"
        )
        withExtendedLifetime(transport) {}
    }

    /// Streams of one connection over TLS.
    private func http2(_ report: inout Report) async throws {
        let (url, file) = (options["https"] ?? "", options["ca"])
        let streams = 100
        var run = Throughput(
            [
                .poll("c-poll", url, authorities: file, http2: true),
                .epoll("c-epoll", url, authorities: file, http2: true),
                try .transport(url, authorities: file, http2: true),
            ], connections: streams, rounds: rounds, seconds: seconds)
        try await run.run()
        print("\nHTTP/2 over TLS, \(streams) streams of one connection")
        for contestant in run.contestants {
            let speed = run.perSecond(contestant.name)
            print("  " + column(contestant.name, 22) + "\(Int(speed.median)) requests/s")
            report.http2.append(
                .init(
                    contestant: contestant.name, streams: streams, requests_per_second: speed.median))
        }
        add(
            run.ratio("sterna-transport", to: ["c-poll", "c-epoll"]), "sterna-transport h2", "c-best h2", streams,
            &report)
    }
}

import Sterna

/// The first line of a request and what goes with it.
enum RequestCases {
    static let all = methods + [target, noSecrets, host, emptyContent, noContent, parallelTargets]

    private static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PURGE", "M-SEARCH"].map { word in
        ConformanceCase("request/method \(word)", "The method is sent as it is written.") { rig in
            let server = try LoopbackServer { _, _ in .text("ok") }
            guard let method = HTTPMethod(rawValue: word) else { return }
            let reception = try await rig.reception(of: rig.request(method, server), by: rig.transport())
            try expect("the answer", "ok", reception.text)
            try expect("the method", [word], server.requests.map(\.method))
        }
    }

    private static let target = ConformanceCase(
        "request/target", "Path and query are sent byte for byte (RFC 9112 §3.2.1)."
    ) { rig in
        let server = try LoopbackServer { _, _ in .text("ok") }
        let transport = rig.transport()
        let targets = [
            "/", "/a%2Fb", "/a%252Fb", "/a+b;c=1,2", "/p//q/", "//", "/x?", "/x?a=1&a=2&b", "/x?q=%D1%82+%20",
            "/~a!$&'()*,:@", "/x?next=/y?z=1", "/%7Bid%7D", "/x?a%5B%5D=1",
        ]
        var wanted: [String] = []
        for target in targets {
            let request = try rig.request(.get, server, target)
            wanted.append(request.url.requestTarget)
            _ = try await transport.send(request)
        }
        try expect("the targets", wanted, server.requests.map(\.target))
    }

    private static let noSecrets = ConformanceCase(
        "request/no user information", "User information and fragment of a URL are never sent (RFC 9110 §4.2.4)."
    ) { rig in
        let server = try LoopbackServer { _, _ in .text("ok") }
        var request = try rig.request(.get, server, "/x?y#part")
        request.url.userInfo = "me:secret"
        _ = try await rig.transport().send(request)
        try expect("the target", "/x?y", server.requests.first?.target)
        try expect("Authorization", nil, server.requests.first?["Authorization"])
    }

    private static let host = ConformanceCase(
        "request/host", "Host names the host and the port, once (RFC 9112 §3.2)."
    ) { rig in
        let server = try LoopbackServer { _, _ in .text("ok") }
        _ = try await rig.transport().send(rig.request(.get, server))
        try expect("Host", ["127.0.0.1:\(server.port)"], server.requests.first?.values(of: "Host"))
    }

    // B21
    private static let emptyContent = ConformanceCase(
        "request/length of nothing", "POST, PUT and PATCH without content say so by Content-Length: 0 (RFC 9110 §8.6)."
    ) { rig in
        let server = try LoopbackServer { _, _ in Answer(204) }
        let transport = rig.transport()
        for method in [HTTPMethod.post, .put, .patch] { _ = try await transport.send(rig.request(method, server)) }
        try expect("the lengths", ["0", "0", "0"], server.requests.map { $0["Content-Length"] })
        try expect("the types", [nil, nil, nil], server.requests.map { $0["Content-Type"] })
        try expect("the codings", [nil, nil, nil], server.requests.map { $0["Transfer-Encoding"] })
    }

    private static let noContent = ConformanceCase(
        "request/no length", "GET and HEAD without content say nothing of a length (RFC 9110 §8.6)."
    ) { rig in
        let server = try LoopbackServer { _, _ in .text("ok") }
        let transport = rig.transport()
        for method in [HTTPMethod.get, .head] { _ = try await transport.send(rig.request(method, server)) }
        try expect("the lengths", [nil, nil], server.requests.map { $0["Content-Length"] })
        try expect("the codings", [nil, nil], server.requests.map { $0["Transfer-Encoding"] })
    }

    private static let parallelTargets = ConformanceCase(
        "request/each its own answer", "Of many requests at a time each gets the answer to itself.", isContract: true
    ) { rig in
        let server = try LoopbackServer { request, _ in .text(request.target) }
        let transport = rig.transport()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<64 {
                group.addTask {
                    let request = try rig.request(.get, server, "/\(number)")
                    let reception = try await rig.reception(of: request, by: transport)
                    try expect("the answer", "/\(number)", reception.text)
                }
            }
            try await group.waitForAll()
        }
    }
}

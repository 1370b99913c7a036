import Sterna

/// What a transport leaves to the layers above it: redirects, cookies, signing in, retries, caches.
enum NeutralityCases {
    static let all =
        redirects + [redirectNowhere, parallelRedirects, cookies, unauthorized, notRepeated, notCached, notModified]

    // B62
    private static let redirects = [301, 302, 303, 307, 308].map { code in
        ConformanceCase(
            "neutral/redirect \(code)", "A redirect is an answer: it is not followed.", isContract: true
        ) { rig in
            let server = try LoopbackServer { request, _ in
                guard request.path != "/next" else { return .text("followed") }
                return Answer.text("moved", status: code).adding("Location", "/next").adding("X-Hop", "1")
            }
            let transport = rig.transport()
            for method in [HTTPMethod.get, .post] {
                let body: HTTPBody? = method == .post ? .text("content") : nil
                let reception = try await rig.reception(of: rig.request(method, server, body: body), by: transport)
                try expect("the status", code, reception.response.status.code)
                try expect("Location", "/next", reception.field("Location"))
                try expect("X-Hop", "1", reception.field("X-Hop"))
                try expect("the body", "moved", reception.text)
            }
            try expect("the targets", ["/x", "/x"], server.requests.map(\.target))
        }
    }

    private static let redirectNowhere = ConformanceCase(
        "neutral/redirect to nowhere", "A redirect without a usable Location is an answer too, with its body."
    ) { rig in
        let server = try LoopbackServer { request, _ in
            let answer = Answer.text("moved", status: 302)
            return request.path == "/none" ? answer : answer.adding("Location", "http://[")
        }
        let transport = rig.transport()
        for path in ["/none", "/bad"] {
            let reception = try await rig.reception(of: rig.request(.get, server, path), by: transport)
            try expect("the status", 302, reception.response.status.code)
            try expect("the body", "moved", reception.text)
        }
    }

    // B63
    private static let parallelRedirects = ConformanceCase(
        "neutral/parallel redirects", "Many redirects at a time are all handed over."
    ) { rig in
        let server = try LoopbackServer { _, _ in Answer(303).adding("Location", "/next") }
        let transport = rig.transport { $0.connectionsPerHost = 6 }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<60 {
                group.addTask { try await transport.send(rig.request(.get, server)).status.code }
            }
            for try await code in group { try expect("the status", 303, code) }
        }
        try expect("requests", 60, server.requestCount)
    }

    private static let cookies = ConformanceCase(
        "neutral/cookies", "A cookie is a field: it is not kept."
    ) { rig in
        let server = try LoopbackServer { _, _ in Answer.text("ok").adding("Set-Cookie", "a=1; Path=/") }
        let transport = rig.transport()
        for _ in 0..<3 { _ = try await transport.send(rig.request(.get, server)) }
        try expect("Cookie", [nil, nil, nil], server.requests.map { $0["Cookie"] })
        _ = try await transport.send(rig.request(.get, server, fields: ["Cookie": "b=2"]))
        try expect("a Cookie of the request", "b=2", server.requests.last?["Cookie"])
    }

    private static let ways = ["Basic realm=\"x\"", "Bearer", "Digest realm=\"x\", nonce=\"y\"", "Negotiate", "", nil]

    private static let unauthorized = ConformanceCase(
        "neutral/401", "A 401 is an answer, whatever way of signing in it names."
    ) { rig in
        for way in ways {
            let server = try LoopbackServer { _, _ in
                let answer = Answer.text("sign in", status: 401)
                return way.map { answer.adding("WWW-Authenticate", $0) } ?? answer
            }
            let request = try rig.request(.get, server, delivery: .complete(limit: 100))
            let reception = try await rig.reception(of: request, by: rig.transport())
            try expect("the status for \(way ?? "none")", 401, reception.response.status.code)
            try expect("the body for \(way ?? "none")", "sign in", reception.text)
            try expect("requests", 1, server.requestCount)
        }
    }

    // B54
    private static let notRepeated = ConformanceCase(
        "neutral/no retry", "An error is an answer: nothing is sent again."
    ) { rig in
        let server = try LoopbackServer { request, _ in
            Answer(Int(request.path.dropFirst()) ?? 500).adding("Retry-After", "0")
        }
        let transport = rig.transport()
        let codes = [408, 417, 425, 429, 500, 502, 503, 504]
        for code in codes {
            let response = try await transport.send(rig.request(.get, server, "/\(code)"))
            try expect("the status", code, response.status.code)
        }
        try expect("requests", codes.count, server.requestCount)
    }

    // B114
    private static let notCached = ConformanceCase(
        "neutral/no cache", "Every call goes to the server, whatever the answer says of caches."
    ) { rig in
        let server = try LoopbackServer { request, _ in
            Answer.text("\(request.number)").adding("Cache-Control", "max-age=3600").adding("ETag", "\"e\"")
        }
        let transport = rig.transport()
        for number in 1...3 {
            let reception = try await rig.reception(of: rig.request(.get, server), by: transport)
            try expect("the answer", "\(number)", reception.text)
        }
        try expect("If-None-Match", [nil, nil, nil], server.requests.map { $0["If-None-Match"] })
    }

    // B114
    private static let notModified = ConformanceCase(
        "neutral/304", "Whoever asks with a validator sees the 304."
    ) { rig in
        let server = try LoopbackServer { request, _ in
            request["If-None-Match"] == "\"e\"" ? Answer(304).adding("ETag", "\"e\"") : .text("ok")
        }
        let request = try rig.request(.get, server, fields: ["If-None-Match": "\"e\""])
        let reception = try await rig.reception(of: request, by: rig.transport())
        try expect("the status", 304, reception.response.status.code)
        try expect("ETag", "\"e\"", reception.field("ETag"))
    }
}

import Sterna

/// The status line and the fields of an answer.
enum AnswerFieldCases {
    static let all = [
        statuses, invalidStatuses, noReason, lines, anyCase, noBlank, blanks, joined, cookies, empty, folded, encodings,
        colons, bareLF,
        largeHead, manyFields,
    ]

    private static let statuses = ConformanceCase(
        "answer/status", "Every status from 200 to 599 is told as it is, also one that has no name.", isContract: true
    ) { rig in
        let server = try LoopbackServer { request, _ in Answer(Int(request.path.dropFirst()) ?? 500, body: "x".utf8) }
        let transport = rig.transport()
        let codes = [200, 201, 202, 206, 226, 299, 300, 400, 404, 409, 418, 422, 429, 451, 499, 500, 503, 599]
        for code in codes {
            let reception = try await rig.reception(of: rig.request(.get, server, "/\(code)"), by: transport)
            try expect("the status", code, reception.response.status.code)
            try expect("the body of \(code)", "x", reception.text)
        }
    }

    private static let invalidStatuses = ConformanceCase(
        "answer/status beyond 599", "An invalid status is told as it came, and is a server's failure (RFC 9110 §15)."
    ) { rig in
        for code in [600, 799, 999] {
            let reception = try await rig.reception(of: "HTTP/1.1 \(code) No\r\nContent-Length: 2\r\n\r\nok")
            try expect("the status", code, reception.response.status.code)
            try expect("a server's failure", true, reception.response.status.isServerError)
            try expect("the body of \(code)", "ok", reception.text)
        }
    }

    private static let noReason = ConformanceCase(
        "answer/no reason", "The words after the status may be missing, or hold anything (RFC 9112 §4)."
    ) { rig in
        for line in ["HTTP/1.1 200", "HTTP/1.1 200 ", "HTTP/1.1 200 Très bien  !", "HTTP/1.1 200 404"] {
            let reception = try await rig.reception(of: "\(line)\r\nContent-Length: 2\r\n\r\nok")
            try expect("the status of “\(line)”", 200, reception.response.status.code)
            try expect("the body", "ok", reception.text)
        }
    }

    // B16
    private static let lines = ConformanceCase(
        "answer/lines", "Fields are kept in their order, in their writing, and apart.", needs: .fieldLines
    ) { rig in
        let reception = try await rig.reception(
            of: "HTTP/1.1 200 OK\r\nX-b: 1\r\nETAG: \"e\"\r\nx-B: 2\r\nContent-Length: 0\r\n\r\n")
        let seen = reception.response.fields.map { "\($0.name.text): \($0.value)" }
        try expect("the lines", ["X-b: 1", "ETAG: \"e\"", "x-B: 2", "Content-Length: 0"], seen)
    }

    // B16
    private static let anyCase = ConformanceCase(
        "answer/names in any case", "A field is found whatever the case of its name (RFC 9110 §5.1)."
    ) { rig in
        let reception = try await rig.reception(
            of: "HTTP/1.1 200 OK\r\nETAG: \"e\"\r\nlocation: /b\r\nx-total-count: 7\r\nContent-Length: 0\r\n\r\n")
        try expect("ETag", "\"e\"", reception.field("ETag"))
        try expect("Location", "/b", reception.field("LOCATION"))
        try expect("X-Total-Count", "7", reception.field("X-Total-Count"))
    }

    // B15
    private static let noBlank = ConformanceCase(
        "answer/no blank after the colon", "The blank after a colon is optional (RFC 9112 §5)."
    ) { rig in
        let reception = try await rig.reception(of: "HTTP/1.1 200 OK\r\nContent-Length:2\r\nX-A:b\r\n\r\nok")
        try expect("X-A", "b", reception.field("X-A"))
        try expect("the body", "ok", reception.text)
    }

    private static let blanks = ConformanceCase(
        "answer/blanks", "Blanks and tabs around a value are not part of it (RFC 9112 §5.1)."
    ) { rig in
        let reception = try await rig.reception(
            of: "HTTP/1.1 200 OK\r\nX-A: \t b  c \t \r\nContent-Length:   2  \r\n\r\nok")
        try expect("X-A", "b  c", reception.field("X-A"))
        try expect("the body", "ok", reception.text)
    }

    private static let joined = ConformanceCase(
        "answer/repeated fields", "Several lines of one field read as one, joined by a comma (RFC 9110 §5.2)."
    ) { rig in
        let reception = try await rig.reception(
            of: "HTTP/1.1 200 OK\r\nVary: a\r\nX-A: 1\r\nvary:  b\r\nContent-Length: 0\r\n\r\n")
        try expect("Vary", "a, b", reception.field("Vary"))
    }

    // B102
    private static let cookies = ConformanceCase(
        "answer/Set-Cookie", "Lines of Set-Cookie stay apart, whatever commas they hold (RFC 9110 §5.3)."
    ) { rig in
        let lines = ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/", "b=2", "c=; Max-Age=0"]
        let head = lines.map { "Set-Cookie: \($0)\r\n" }.joined()
        let reception = try await rig.reception(of: "HTTP/1.1 200 OK\r\n\(head)Content-Length: 0\r\n\r\n")
        try expect("Set-Cookie", lines, reception.response.fields[values: .setCookie])
    }

    private static let empty = ConformanceCase("answer/empty value", "A field without a value is there.") { rig in
        let reception = try await rig.reception(of: "HTTP/1.1 200 OK\r\nX-A:\r\nX-B: \r\nContent-Length: 0\r\n\r\n")
        try expect("X-A", "", reception.field("X-A"))
        try expect("X-B", "", reception.field("X-B"))
    }

    private static let folded = ConformanceCase(
        "answer/folded line", "An obsolete folded line is joined by a blank (RFC 9112 §5.2)."
    ) { rig in
        let reception = try await rig.reception(
            of: "HTTP/1.1 200 OK\r\nX-A: one\r\n  two\r\n\tthree\r\nX-B: b\r\nContent-Length: 0\r\n\r\n")
        try expect("X-A", "one two three", reception.field("X-A"))
        try expect("X-B", "b", reception.field("X-B"))
    }

    private static let encodings = ConformanceCase(
        "answer/bytes beyond ASCII", "A value is read as UTF-8 where it is, as ISO 8859-1 where it is not."
    ) { rig in
        let head = Array("HTTP/1.1 200 OK\r\nX-A: grüße 天\r\nX-B: gr".utf8)
        let reception = try await rig.reception(of: head + [0xFC, 0xDF] + Array("e\r\nContent-Length: 0\r\n\r\n".utf8))
        try expect("X-A", "grüße 天", reception.field("X-A"))
        try expect("X-B", "grüße", reception.field("X-B"))
    }

    private static let colons = ConformanceCase(
        "answer/colons in a value", "Only the first colon of a line ends the name."
    ) { rig in
        let reception = try await rig.reception(
            of: "HTTP/1.1 200 OK\r\nX-A: http://h:1/a: b\r\nContent-Length: 0\r\n\r\n")
        try expect("X-A", "http://h:1/a: b", reception.field("X-A"))
    }

    // B24
    private static let bareLF = ConformanceCase(
        "answer/line ends", "Lines may end with LF alone (RFC 9112 §2.2)."
    ) { rig in
        let reception = try await rig.reception(of: "HTTP/1.1 200 OK\nX-A: b\nContent-Length: 2\n\nok")
        try expect("X-A", "b", reception.field("X-A"))
        try expect("the body", "ok", reception.text)
    }

    private static let largeHead = ConformanceCase(
        "answer/large head", "A head of 90 KiB is read."
    ) { rig in
        let line = "X-A: " + String(repeating: "a", count: 3000) + "\r\n"
        let head = String(repeating: line, count: 30)
        let reception = try await rig.reception(of: "HTTP/1.1 200 OK\r\n\(head)Content-Length: 2\r\n\r\nok")
        try expect("the length of X-A", 30 * 3000 + 29 * 2, reception.field("X-A")?.utf8.count)
        try expect("the body", "ok", reception.text)
    }

    private static let manyFields = ConformanceCase(
        "answer/many fields", "250 fields are read."
    ) { rig in
        let head = (0..<250).map { "X-\($0): \($0)\r\n" }.joined()
        let reception = try await rig.reception(of: "HTTP/1.1 200 OK\r\n\(head)Content-Length: 2\r\n\r\nok")
        try expect("X-249", "249", reception.field("X-249"))
        try expect("the body", "ok", reception.text)
    }
}

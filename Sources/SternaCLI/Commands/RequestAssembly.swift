import Sterna

/// Makes the request that a command line states: reads its files, its credential and its input.
struct RequestAssembly {
    /// A request that can be sent, or shown as a curl command.
    struct Plan {
        var request: HTTPRequest
        /// The options that make curl draw up the same form; `nil` when the body is none.
        var form: [[String]]?
        /// Fields that are left out although they would be sent by default.
        var removed: [HTTPField.Name]
    }

    let call: RequestCall

    private var options: RequestOptions { call.options }

    /// The request.
    ///
    /// - Throws: `UsageError`, or `FileFailure` for a file that cannot be read.
    func plan() async throws -> Plan {
        var fields = try await self.fields()
        let url = try self.url(&fields)
        var content = try await ContentAssembly(call: call, readsInput: !options.printsCurl).content()
        let removed = removedNames
        if removed.contains(.contentType) { content.body?.contentType = nil }
        var request = HTTPRequest(
            call.method, url, fields: fields, body: content.body, timeouts: timeouts, delivery: .streamed)
        request.accepts = .any
        request.redaction.values = Set(content.secrets)
        // The proxy's password is not in the request, and just as secret.
        if let user = options.proxy?.userInfo { request.redaction.values.formUnion(Self.secrets(ofUser: user)) }
        return Plan(request: request, form: content.form, removed: removed)
    }

    private static func secrets(ofUser text: String) -> Set<Secret> {
        let pair = PercentEncoding.decoded(text)
        return [Secret(pair), Secret(String(pair.drop { $0 != ":" }.dropFirst()))]
    }

    /// The defaults first; an item replaces the default of its name, and a second item of that name adds a line.
    private func fields() async throws -> HTTPFields {
        var fields = HTTPFields([try HTTPField(.accept, acceptsJSON ? "application/json, */*;q=0.5" : "*/*")])
        if let option = options.credential { fields.append(try await Credential.field(option)) }
        if let key = options.idempotencyKey { fields[.idempotencyKey] = key }
        var own: Set<HTTPField.Name> = []
        for item in call.items {
            switch item {
            case .header(let name, let value):
                let field = try HTTPField(name: name, value: value)
                if own.insert(field.name).inserted { fields[values: field.name] = [] }
                fields.append(field)
            case .removal(let name):
                if let name = HTTPField.Name(name) { fields[name] = nil }
            default: break
            }
        }
        if let invalid = fields.invalid { throw UsageError(invalid.description) }
        return fields
    }

    private var acceptsJSON: Bool {
        options.encoding == .json || (options.encoding == nil && call.items.contains(where: \.isContent))
    }

    private var removedNames: [HTTPField.Name] {
        call.items.compactMap { item in
            if case .removal(let name) = item { HTTPField.Name(name) } else { nil }
        }
    }

    /// User and password of the URL become `Authorization`, unless there is one already; query items are added.
    private func url(_ fields: inout HTTPFields) throws -> URI {
        var url = call.url
        if let userInfo = url.userInfo {
            url.userInfo = nil
            let pair = PercentEncoding.decoded(userInfo.contains(":") ? userInfo : userInfo + ":")
            if fields[.authorization] == nil { fields[.authorization] = "Basic " + (try Credential.basic(pair)) }
        }
        let added = call.items.compactMap { item in
            if case .query(let name, let value) = item {
                PercentEncoding.encoded(name) + "=" + PercentEncoding.encoded(value)
            } else {
                nil
            }
        }
        let items = [url.query ?? ""].filter { !$0.isEmpty } + added
        if !items.isEmpty { url.query = items.joined(separator: "&") }
        return url
    }

    /// A transfer has no limit in all unless one was asked for: its body is a stream.
    private var timeouts: Timeouts {
        var timeouts = Timeouts(total: nil)
        if let total = options.timeouts.total { timeouts.total = total }
        if let connect = options.timeouts.connect { timeouts.connect = connect }
        if let idle = options.timeouts.idle { timeouts.idle = idle }
        return timeouts
    }
}

/// Certificates with a fault, or with more above them, made for one run of the tests.
extension TestAuthority {
    /// A certificate for `localhost` beneath an intermediate authority; its file has both.
    package func intermediate() async throws -> (identity: Identity, authority: String) {
        let (key, request, certificate) = (
            folder.path("middle.key"), folder.path("middle.csr"), folder.path("middle.pem")
        )
        let list = try folder.write("middle.extensions", "basicConstraints=critical,CA:TRUE\nkeyUsage=keyCertSign\n")
        try await Self.run([
            "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=Middle",
            "-keyout", key, "-out", request,
        ])
        try await Self.run([
            "x509", "-req", "-in", request, "-days", "2", "-extfile", list, "-out", certificate, "-CA",
            self.certificate, "-CAkey", folder.path("authority.key"), "-set_serial", "77",
        ])
        let leaf = try await leaf("beneath", days: 2, issuer: certificate, issuerKey: key)
        try await Self.shell("cat '\(certificate)' >> '\(leaf.certificate)'")
        return (leaf, certificate)
    }

    /// A certificate for `localhost` whose time is over.
    package func expired() async throws -> Identity {
        try await leaf("expired", days: -1, issuer: certificate, issuerKey: folder.path("authority.key"))
    }

    /// A certificate for `localhost` that vouches for itself.
    package func selfSigned() async throws -> Identity {
        let identity = Identity(certificate: folder.path("itself.pem"), key: folder.path("itself.key"))
        try await Self.run([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
            "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", identity.key, "-out",
            identity.certificate,
        ])
        return identity
    }

    /// The usual certificate, once more with its key.
    package func renewed() async throws -> Identity {
        let renewed = folder.path("renewed.pem")
        let request = folder.path("renewed.csr")
        let list = try folder.write("renewed.extensions", "subjectAltName=DNS:localhost\n")
        try await Self.run(["req", "-new", "-key", localhost.key, "-subj", "/CN=renewed", "-out", request])
        try await Self.run([
            "x509", "-req", "-in", request, "-days", "2", "-extfile", list, "-out", renewed, "-CA", certificate,
            "-CAkey", folder.path("authority.key"), "-set_serial", "78",
        ])
        return Identity(certificate: renewed, key: localhost.key)
    }

    /// The usual certificate with another authority's after it, which signed nothing.
    package func withStranger() async throws -> Identity {
        let file = folder.path("with-stranger.pem")
        try await Self.shell("cat '\(localhost.certificate)' '\(stranger)' > '\(file)'")
        return Identity(certificate: file, key: localhost.key)
    }

    /// The pin of the first certificate in a file, as openssl computes it.
    package func pin(of certificate: String) async throws -> String {
        let digest = try await Self.shell(
            "openssl x509 -in '\(certificate)' -pubkey -noout | openssl pkey -pubin -outform der"
                + " | openssl dgst -sha256 -binary | openssl base64 -A")
        return "sha256/" + digest
    }

    private func leaf(_ name: String, days: Int, issuer: String, issuerKey: String) async throws -> Identity {
        let identity = Identity(certificate: folder.path("\(name).pem"), key: folder.path("\(name).key"))
        let request = folder.path("\(name).csr")
        let list = try folder.write("\(name).extensions", "subjectAltName=DNS:localhost\n")
        try await Self.run([
            "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=\(name)",
            "-keyout", identity.key, "-out", request,
        ])
        try await Self.run([
            "x509", "-req", "-in", request, "-days", String(days), "-extfile", list, "-out", identity.certificate,
            "-CA", issuer, "-CAkey", issuerKey, "-set_serial", "79",
        ])
        return identity
    }

    private static func run(_ arguments: [String]) async throws {
        let outcome = try await ChildProcess.run("openssl", arguments)
        guard outcome.code == 0 else { throw ChildProcess.Failure("openssl \(arguments): \(outcome.errorText)") }
    }

    @discardableResult
    private static func shell(_ line: String) async throws -> String {
        let outcome = try await ChildProcess.run("sh", ["-c", line])
        guard outcome.code == 0 else { throw ChildProcess.Failure("\(line): \(outcome.errorText)") }
        return outcome.text
    }
}

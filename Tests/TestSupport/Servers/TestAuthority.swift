/// A certificate authority made for one run of the tests, and what it signed. Nobody else trusts it.
package struct TestAuthority: Sendable {
    /// A certificate and its key, as paths of PEM files.
    package struct Identity: Sendable {
        /// The certificate.
        package let certificate: String
        /// Its private key.
        package let key: String
    }

    /// The authority of this run.
    package static func shared() async throws -> TestAuthority { try await one.value }
    private static let one = Task { try await TestAuthority() }

    /// The folder with every file.
    package let folder: TemporaryFolder
    /// The authority's certificate: give it as `TLSOptions.authorities`.
    package let certificate: String
    /// Another authority's certificate, which signed nothing here.
    package let stranger: String
    /// For `localhost`, `127.0.0.1` and `::1`.
    package let localhost: Identity
    /// For a client.
    package let client: Identity

    private init() async throws {
        folder = try TemporaryFolder()
        certificate = try await Self.selfSigned("authority", "Sterna Test Authority", in: folder).certificate
        stranger = try await Self.selfSigned("stranger", "Another Authority", in: folder).certificate
        localhost = try await Self.signed(
            "localhost", extensions: "subjectAltName=DNS:localhost,IP:127.0.0.1,IP:::1\nextendedKeyUsage=serverAuth",
            in: folder)
        client = try await Self.signed("client", extensions: "extendedKeyUsage=clientAuth", in: folder)
    }

    /// A certificate of this authority for other names, such as `DNS:other.example`.
    package func identity(_ file: String, names: String) async throws -> Identity {
        try await Self.signed(file, extensions: "subjectAltName=\(names)", in: folder)
    }

    private static func selfSigned(
        _ file: String, _ name: String, in folder: TemporaryFolder
    ) async throws -> Identity {
        let identity = Identity(certificate: folder.path("\(file).pem"), key: folder.path("\(file).key"))
        try await openssl(
            ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
                + ["-subj", "/CN=\(name)", "-keyout", identity.key, "-out", identity.certificate]
                + ["-addext", "keyUsage=critical,keyCertSign,cRLSign"])
        return identity
    }

    private static func signed(
        _ file: String, extensions: String, in folder: TemporaryFolder
    ) async throws -> Identity {
        let identity = Identity(certificate: folder.path("\(file).pem"), key: folder.path("\(file).key"))
        let request = folder.path("\(file).csr")
        let list = try folder.write("\(file).extensions", "basicConstraints=CA:FALSE\n\(extensions)\n")
        try await openssl(
            ["req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
                + ["-subj", "/CN=\(file)", "-keyout", identity.key, "-out", request])
        try await openssl(
            ["x509", "-req", "-in", request, "-days", "2", "-extfile", list, "-out", identity.certificate]
                + ["-CA", folder.path("authority.pem"), "-CAkey", folder.path("authority.key"), "-CAcreateserial"])
        return identity
    }

    private static func openssl(_ arguments: [String]) async throws {
        let outcome = try await ChildProcess.run("openssl", arguments)
        guard outcome.code == 0 else { throw ChildProcess.Failure("openssl \(arguments): \(outcome.errorText)") }
    }
}

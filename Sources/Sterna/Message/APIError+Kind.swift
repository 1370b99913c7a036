extension APIError {
    /// What went wrong with a call.
    public enum Kind: Hashable, Sendable {
        /// The request cannot be built or may not be sent: a URL, a path, a field or an option is wrong.
        case invalidRequest
        /// The request's body could not be encoded.
        case bodyEncoding
        /// The body would have to be sent again and cannot be.
        case bodyNotReplayable
        /// There were more redirects than allowed.
        case tooManyRedirects
        /// A redirect would have been unsafe, such as https to http.
        case redirectRefused
        /// 401: sign in again.
        case unauthorized
        /// Another 4xx: the server refuses this request.
        case rejected
        /// 429: too many requests.
        case rateLimited
        /// A status that the endpoint does not accept, and that is no error of HTTP.
        case unexpectedStatus
        /// 5xx: the server failed.
        case server
        /// There is no network.
        case offline
        /// The host's name could not be looked up.
        case dns
        /// No connection could be made.
        case connect
        /// The proxy refused or could not be reached.
        case proxy
        /// TLS failed, for this reason.
        case tls(TLSReason)
        /// The server's certificates hold none of the pinned keys.
        case pinMismatch
        /// The connection ended before the answer was complete.
        case connectionLost
        /// The circuit breaker is open: the host failed too often of late.
        case circuitOpen
        /// A limit in time struck, in this phase.
        case timedOut(TimeoutPhase)
        /// The body is shorter than the server said.
        case truncated
        /// What came is not HTTP, or breaks its rules.
        case malformedResponse
        /// The answer is larger than allowed.
        case tooLarge
        /// The body's coding is broken.
        case decompression
        /// The body is not of the expected shape.
        case decoding
        /// The body is empty and the endpoint needs one.
        case emptyBody
        /// A file could not be read or written.
        case fileSystem
    }

    /// Why TLS failed.
    public enum TLSReason: String, Hashable, Sendable, CaseIterable {
        /// The certificate's time is over, or has not begun.
        case expired
        /// The certificate is for another host.
        case wrongHost
        /// The certificate vouches for itself.
        case selfSigned
        /// The certificate comes from an authority that is not trusted.
        case unknownCA
        /// There are no trusted authorities on this machine.
        case noTrustStore
        /// The two sides share no version of TLS.
        case protocolVersion
        /// Another reason; the detail says which.
        case other
    }

    /// Who has to act on an error.
    public enum Family: String, Hashable, Sendable, CaseIterable {
        /// The network or the server: time may heal it.
        case technical
        /// The server refuses for a reason that a person can act on.
        case business
        /// The caller's code is wrong.
        case caller
    }
}

extension APIError.Kind {
    /// The kind's name, as in reports.
    public var name: String {
        switch self {
        case .tls: "tls"
        case .timedOut: "timedOut"
        default: String(describing: self)
        }
    }

    /// Who has to act.
    public var family: APIError.Family {
        switch self {
        case .invalidRequest, .bodyEncoding, .bodyNotReplayable: .caller
        case .unauthorized, .rejected: .business
        default: .technical
        }
    }

    /// Whether the same call may succeed later without a change.
    public var isRetryable: Bool {
        switch self {
        case .rateLimited, .server, .offline, .dns, .connect, .proxy, .connectionLost, .circuitOpen, .timedOut,
            .truncated:
            true
        default:
            false
        }
    }

    /// The exit code of the command line.
    package var exitCode: Int32 {
        switch self {
        case .invalidRequest, .bodyEncoding, .bodyNotReplayable: 2
        case .tooManyRedirects, .redirectRefused: 3
        case .unauthorized, .rejected, .rateLimited, .unexpectedStatus: 4
        case .server: 5
        case .offline, .dns, .connect, .proxy, .tls, .pinMismatch, .connectionLost, .circuitOpen: 6
        case .timedOut: 7
        case .truncated, .malformedResponse, .tooLarge, .decompression, .decoding, .emptyBody: 8
        case .fileSystem: 9
        }
    }
}

import Sterna
import SternaImages

/// What the options of a request ask for. `nil` is "not said".
struct RequestOptions: Hashable, Sendable {
    /// How fields become a body.
    enum Encoding: String, Hashable, Sendable {
        case json, form, multipart
    }

    // General
    var wantsHelp = false
    var wantsVersion = false
    /// The port of `sterna serve`.
    var port: Int?

    // Body
    var encodings: Set<Encoding> = []
    var encoding: Encoding? { encodings.first }
    var raw: String?
    /// Whether photos are made smaller before they are sent.
    var shrinks = false
    var photo = ShrinkOptions()

    // Output
    var showsHead = false
    var showsBody = false
    var isVerbose = false
    var isQuiet = false
    var streams = false
    /// A path; `-` is standard output.
    var output: String?
    var downloads = false
    /// Whether a download goes on with what an earlier one has left.
    var continues = false
    var printsCurl = false
    /// A path; `-` is standard output.
    var report: String?
    /// A path; `-` is standard output.
    var har: String?

    // Policy
    var timeouts = LimitOptions()
    /// In bytes.
    var maxBody: Int64?
    var attempts = RetryPolicy().attempts
    var retriesUnsafe = false
    var redirects = RedirectPolicy().limit
    var credential: CredentialOption?
    var idempotencyKey: String?
    /// A path.
    var cookieJar: String?

    // TLS and network
    /// Whether each change of the network is shown.
    var watches = false
    /// How long to wait for a network.
    var networkWait: Duration?
    var transport = TransportOptions()
    var carrier = Carrier.platform
    var pins: [Pin] = []
    var certificate: String?
    var key: String?
    var proxy: URI?
    var bypass: String?

    /// Says how fields become a body. A second, different choice is kept too, for the parser to refuse.
    mutating func choose(_ encoding: Encoding) {
        encodings.insert(encoding)
    }
}

/// Limits in time as options say them: not said, "no limit", or a duration.
struct LimitOptions: Hashable, Sendable {
    var total: Duration??
    var connect: Duration??
    var idle: Duration??
}

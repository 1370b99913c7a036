/// How far redirects are followed.
///
/// They are followed by the client, not by its transport, so that they are the same everywhere: methods and bodies as
/// RFC 9110 §15.4 says, targets as RFC 3986 §5 says. At a change of origin the request loses its credentials, its
/// cookies and every field that is secret (``HTTPRequest/redaction``), and never gets them back on the way; only
/// origins that the client's ``Authentication/origins`` declare get its credential.
/// A redirect from https to http is refused.
public struct RedirectPolicy: Sendable, Hashable {
    /// The most redirects of one call; one more is `tooManyRedirects`. Zero follows none: the answer is the redirect
    /// itself. Default: 20.
    public var limit = 20

    /// The defaults.
    public init() {}

    /// At most so many redirects.
    public static func follow(upTo limit: Int) -> RedirectPolicy {
        var policy = RedirectPolicy()
        policy.limit = limit
        return policy
    }

    /// No redirect is followed.
    public static let none = RedirectPolicy.follow(upTo: 0)
}

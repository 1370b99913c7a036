/// Where a transport takes its proxy from.
public enum ProxyOption: Sendable, Hashable {
    /// From `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, as curl reads them, when the transport first
    /// sends.
    case environment
    /// No proxy, whatever the environment says.
    case none
    /// This proxy, but for the hosts in `bypass`, which is written as in `no_proxy`. The user information of its URL is
    /// sent to the proxy alone.
    case url(URI, bypass: String = "")
}

#if os(Linux)
/// The transport that a client takes when it is given none: libcurl.
package enum PlatformTransport {
    package static func make(_ options: TransportOptions) -> any Transport {
        CurlTransport(options)
    }
}
#else
/// The transport that a client takes when it is given none: URLSession.
package enum PlatformTransport {
    package static func make(_ options: TransportOptions) -> any Transport {
        URLSessionTransport(options)
    }
}
#endif

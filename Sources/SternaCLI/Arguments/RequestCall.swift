import Sterna

/// A request as the command line states it, before any file is read.
struct RequestCall: Hashable, Sendable {
    /// The method; when none was given, GET without a body and POST with one.
    var method: HTTPMethod
    /// Where it goes, without the query items that follow as ITEMs.
    var url: URI
    /// The ITEMs, in their order.
    var items: [RequestItem] = []
    /// The options.
    var options = RequestOptions()
}

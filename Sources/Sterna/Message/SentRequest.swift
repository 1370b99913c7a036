/// A request as it left, with what the steps of the chain put into it. A class, so that an answer stays small.
package final class SentRequest: Sendable {
    package let request: HTTPRequest

    package init(_ request: HTTPRequest) {
        self.request = request
    }
}

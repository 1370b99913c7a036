extension HTTPRequest {
    /// The curl command that sends the same request, quoted for a POSIX shell: for a report of a fault, or to try it by
    /// hand.
    ///
    /// Bytes that are no text are written by `printf`; a file is named; a body that is made while it is sent is read
    /// from standard input.
    ///
    /// - Parameter showingSecrets: whether credentials, cookies and keys stand in it. By default they are masked, and
    ///   the command has to be completed before it is run.
    public func curlCommand(showingSecrets: Bool = false) -> String {
        CurlCommand(self, showsSecrets: showingSecrets).text
    }
}

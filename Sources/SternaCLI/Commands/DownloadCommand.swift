import Sterna

/// `sterna --download`: saves the answer as a file, shows how far it is, and says how to go on when it is cut short.
struct DownloadCommand {
    let options: RequestOptions
    /// A place for remarks.
    let note: (String) -> Void

    /// Saves the answer to `request`.
    func run(_ request: HTTPRequest, _ client: APIClient) async throws -> Download {
        var request = request
        request.accepts = .success
        let display = options.isQuiet ? nil : ProgressDisplay()
        do {
            defer { display?.clear() }
            return try await client.download(request, to: target, options: downloadOptions, progress: display?.show)
        } catch {
            tellHowToGoOn(request.url)
            throw error
        }
    }

    /// What is said when it is there.
    func remark(_ download: Download) {
        let kept = download.continuedFrom
        let old = kept > 0 ? ", \(ByteCount.text(kept)) of them from before" : ""
        note("saved \(Self.shown(download.path)): \(ByteCount.text(download.bytes))\(old)")
    }

    private var target: DownloadTarget {
        options.output.map(DownloadTarget.file) ?? .folder(".")
    }

    /// A path that was chosen is replaced, as `--output` does it; a name that the server chose never is.
    private var downloadOptions: DownloadOptions {
        var result = DownloadOptions()
        result.overwrites = options.output != nil
        result.continues = options.continues
        result.limit = options.maxBody
        return result
    }

    private func tellHowToGoOn(_ url: URI) {
        guard let point = ResumePoint(of: target, from: url) else { return }
        let whole = point.length.map { " of \(ByteCount.text($0))" } ?? ""
        let word = options.continues ? "again" : "with --continue"
        note(
            "\(ByteCount.text(point.bytes))\(whole) are kept in \(Self.shown(point.path)): "
                + "the same command \(word) goes on from there")
    }

    private static func shown(_ path: String) -> String {
        (path.hasPrefix("./") ? String(path.dropFirst(2)) : path).escapedForDisplay
    }
}

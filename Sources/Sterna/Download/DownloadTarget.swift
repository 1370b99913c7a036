/// Where a download is saved.
public enum DownloadTarget: Hashable, Sendable {
    /// Under this path. Where it is a symbolic link that leads to a file, that file is meant.
    case file(String)
    /// In this folder, under the name that the server gives (`Content-Disposition`, RFC 6266), otherwise the last
    /// segment of the URL. The name is made safe: no folder, nothing hidden, no name that a system keeps for itself.
    case folder(String)
}

extension DownloadTarget {
    /// Where the bytes lie until the file is complete: known before the server has given a name.
    package func partPath(for url: URI) -> String {
        switch self {
        case .file(let path):
            return PartFile.path(for: Self.resolved(path))
        case .folder(let folder):
            let name = HTTPResponse(status: .ok, url: url).suggestedFileName
            return PartFile.path(for: Self.path(name, in: folder), distinguishedBy: url.withoutSecrets.text)
        }
    }

    /// The path of the file.
    ///
    /// - Parameters:
    ///   - name: the name that the server gives.
    ///   - number: how many names like it are taken: `report.pdf`, `report-1.pdf`, `report-2.pdf`; of a path that
    ///     the caller chose there is one alone.
    func path(_ name: String, number: Int = 0) -> String? {
        switch self {
        case .file(let path): number == 0 ? Self.resolved(path) : nil
        case .folder(let folder): Self.path(Self.numbered(name, number), in: folder)
        }
    }

    private static func path(_ name: String, in folder: String) -> String {
        folder.isEmpty || folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }

    private static func numbered(_ name: String, _ number: Int) -> String {
        guard number > 0 else { return name }
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        var (stem, ending) = (name[..<dot], "-\(number)" + name[dot...])
        while stem.utf8.count + ending.utf8.count > 255, !stem.isEmpty { stem.removeLast() }
        if stem.isEmpty { ending = "download-\(number)" }
        return stem + ending
    }

    /// Replacing a link would cut it off its file.
    private static func resolved(_ path: String) -> String { PartFile.resolved(path) }
}

extension URI {
    /// The address without what only opens it and does not tell which resource it is.
    var withoutSecrets: URI {
        var plain = self
        plain.userInfo = nil
        plain.fragment = nil
        return plain
    }
}

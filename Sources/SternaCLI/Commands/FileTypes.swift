import Sterna

/// What a file is, by the end of its name.
enum FileTypes {
    /// The type; `nil` for a name that says nothing.
    static func type(of path: String) -> MediaType? {
        guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
        return known[path[dot...].dropFirst().lowercased()].flatMap { MediaType($0) }
    }

    private static let known = [
        "json": "application/json", "txt": "text/plain", "html": "text/html", "htm": "text/html",
        "xml": "application/xml",
        "csv": "text/csv", "md": "text/markdown", "yaml": "application/yaml", "yml": "application/yaml",
        "js": "text/javascript", "css": "text/css", "ndjson": "application/x-ndjson", "pdf": "application/pdf",
        "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
        "svg": "image/svg+xml", "heic": "image/heic", "mp4": "video/mp4", "mp3": "audio/mpeg",
        "zip": "application/zip", "gz": "application/gzip", "wasm": "application/wasm",
    ]
}

public import Sterna

extension MultipartForm.Part {
    /// A photo, made smaller before it is sent.
    ///
    /// ```swift
    /// let form: MultipartForm = [try await .photo("photo", "/tmp/beach.heic")]
    /// ```
    ///
    /// - Parameters:
    ///   - name: the name of the field.
    ///   - path: where the photo lies.
    ///   - fileName: what the server is told. Default: the last segment of the path with the ending `.jpg`.
    ///   - options: how small, and how good.
    /// - Throws: ``PhotoFailure``, and `CancellationError`.
    public static func photo(
        _ name: String, _ path: String, fileName: String? = nil, _ options: ShrinkOptions = ShrinkOptions()
    ) async throws -> MultipartForm.Part {
        let photo = try await PhotoShrinker(options).shrink(path)
        return .data(
            name, photo.data, fileName: fileName ?? jpegName(of: path), contentType: MediaType("image/jpeg"))
    }

    /// `/tmp/beach.heic` is sent as `beach.jpg`.
    package static func jpegName(of path: String) -> String {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name + ".jpg" }
        return name[..<dot] + ".jpg"
    }
}

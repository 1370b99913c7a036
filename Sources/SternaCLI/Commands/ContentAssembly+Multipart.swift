import Sterna
import SternaImages

extension ContentAssembly {
    /// Fields and files become the parts of a form, in their order.
    func multipart() async throws -> Content {
        var form = MultipartForm()
        var curl: [[String]] = []
        var secrets: [Secret] = []
        for item in call.items {
            switch item {
            case .field(let name, let value):
                let text = try await formText(name, value)
                form.append(.text(name, text))
                if Redaction.known.isSecret(name) { secrets.append(Secret(text)) }
                curl.append(["--form-string", "\(name)=\(masked(name, text))"])
            case .upload(let name, let path, let type, let fileName):
                form.append(try await part(name, path, type, fileName))
                curl.append(["-F", "\(name)=@" + Self.quoted(path) + Self.attributes(form.parts.last, fileName)])
            default: break
            }
        }
        guard !form.parts.isEmpty else { return Content() }
        if call.options.shrinks, readsInput, !form.parts.contains(where: \.isPhoto) {
            throw UsageError("--shrink has no photo: name one as field@photo.jpg", word: "--shrink")
        }
        return Content(body: try .multipart(form), form: curl, secrets: secrets)
    }

    /// A pipe, and standard input, are sent as they come.
    private func part(
        _ name: String, _ path: String, _ type: MediaType?, _ fileName: String?
    ) async throws -> MultipartForm.Part {
        let type = type ?? fileName.flatMap(FileTypes.type) ?? FileTypes.type(of: path)
        if call.options.shrinks, readsInput, path != "-", type?.isPhoto == true {
            return try await .photo(name, path, fileName: fileName, call.options.photo)
        }
        var part = MultipartForm.Part.file(name, path, fileName: fileName, contentType: type)
        guard readsInput else {
            part.body = .data(Data(), contentType: type)
            return part
        }
        if path != "-", try InputFile.size(path) != nil { return part }
        let named = path == "-" ? "standard input" : path
        part.body = try await streamed(try InputFile.open(path), named, type)
        if type == nil { part.body.contentType = nil }
        return part
    }

    private func masked(_ name: String, _ text: String) -> String {
        Redaction.known.isSecret(name) ? Redaction.mask : Redaction.known.redacting(text: text)
    }

    private static func attributes(_ part: MultipartForm.Part?, _ fileName: String?) -> String {
        (part?.body.contentType.map { ";type=\($0)" } ?? "") + (fileName.map { ";filename=" + quoted($0) } ?? "")
    }

    /// A name as curl's `-F` reads it: what would end it stands in quotes.
    private static func quoted(_ name: String) -> String {
        guard name.contains(where: { ";,\"".contains($0) }) else { return name }
        return "\"" + name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}

extension MultipartForm.Part {
    /// Whether it is a photo, by its type.
    fileprivate var isPhoto: Bool { body.contentType?.isPhoto == true }
}

extension MediaType {
    /// Whether it may be a photo: a drawing of vectors is none.
    fileprivate var isPhoto: Bool { type == "image" && subtype != "svg+xml" }
}

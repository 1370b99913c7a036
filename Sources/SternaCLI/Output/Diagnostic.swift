import Sterna

/// A failure as a person reads it: what failed, what it means, what to do.
struct Diagnostic {
    let paint: Paint

    /// The lines for an error.
    func text(_ error: APIError) -> String {
        let error = error.masked
        var lines = [error.detail.isEmpty ? error.userMessage : error.detail]
        if error.userMessage != lines[0] { lines.append(error.userMessage) }
        if !error.suggestion.isEmpty { lines.append(error.suggestion) }
        if error.mayHaveBeenProcessed { lines.append("The server may have acted on the request all the same.") }
        let head = paint(.red, "sterna:") + " " + paint(.bold, Self.label(error.kind)) + ": "
        return head + lines.map(\.escapedForDisplay).joined(separator: "\n  ") + "\n"
    }

    /// The kind, with its phase or reason.
    static func label(_ kind: APIError.Kind) -> String {
        switch kind {
        case .timedOut(let phase): "timedOut (\(phase.rawValue))"
        case .tls(let reason): "tls (\(reason.rawValue))"
        default: kind.name
        }
    }
}

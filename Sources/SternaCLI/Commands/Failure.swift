import Sterna
import SternaImages

/// Brings every error to the one type that has a kind and an exit code.
enum Failure {
    static func apiError(_ error: any Error) -> APIError {
        switch error {
        case let error as APIError: error
        case let error as FileFailure: error.apiError
        case let error as UsageError: APIError(.invalidRequest, error.message)
        case let error as InvalidField: APIError(.invalidRequest, error.description)
        case let error as PhotoFailure:
            APIError(error.reason == .file ? .fileSystem : .bodyEncoding, error.description.escapedForDisplay)
        default: APIError(.invalidRequest, String(describing: error))
        }
    }

    static func tooLarge(_ limit: Int64) -> APIError {
        APIError(.tooLarge, "the body is larger than the \(limit) bytes that --max-body allows")
    }
}

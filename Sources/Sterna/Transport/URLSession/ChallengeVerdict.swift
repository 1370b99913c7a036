#if !canImport(Darwin) && URLSession
import FoundationNetworking
#endif

#if canImport(Darwin) || URLSession
/// What is done when URLSession asks whom to trust or who signs in.
enum ChallengeVerdict {
    /// It gets this answer.
    case answer(URLSession.AuthChallengeDisposition, URLCredential?)
    /// The server is not trusted, for this reason.
    case refuse(APIError.TLSReason)
    /// The answer that asks for a sign-in has come whole, and is the answer.
    case complete
}
#endif

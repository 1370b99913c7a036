/// What is said to a person about a failure; each language has a text for each.
package enum UserMessage: String, Hashable, Sendable, CaseIterable {
    case appMistake, sendAgain
    case signIn, refused, invalidInput, forbidden, notFound, conflict, tooBigToSend, tooManyRequests
    case serverProblem, serverInTrouble
    case offline, hostNotFound, unreachable, proxy
    case insecure, wrongClock, unverified, wrongServer, weakSecurity, noAuthorities
    case connectionLost, tooSlow, outcomeUnknown
    case notUnderstood, incomplete, tooLarge, fileProblem

    /// The text in a language.
    package func text(in language: Language) -> String {
        Self.table(of: language)[self] ?? Self.english[self] ?? rawValue
    }

    /// All texts of a language.
    package static func table(of language: Language) -> [UserMessage: String] {
        switch language {
        case .english: english
        case .french: french
        case .arabic: arabic
        }
    }
}

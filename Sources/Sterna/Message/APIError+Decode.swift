extension APIError {
    /// The body of the server's answer as a type of one's own, read with the client's JSON options.
    ///
    /// ```swift
    /// catch let error as APIError where error.kind == .rejected {
    ///     let problem = try? error.decode(FormProblem.self)
    /// }
    /// ```
    ///
    /// - Throws: ``DecodingFailure`` or ``EmptyBody`` when the body is of another shape; the error itself when there is
    ///   no answer.
    public func decode<Problem: Decodable>(_ type: Problem.Type = Problem.self) throws -> Problem {
        guard let response, let body = response.bytes else { throw self }
        guard let reader else { return try JSONDecoder().decode(type, from: body) }
        return try reader.decode(type, from: body, contentType: response.fields[.contentType].flatMap(MediaType.init))
    }
}

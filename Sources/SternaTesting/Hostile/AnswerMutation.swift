/// A kind of damage that ``HostileAnswers`` does to an answer.
public enum AnswerMutation: String, CaseIterable, Hashable, Sendable {
    /// The status line is broken, missing, or says something rare.
    case statusLine
    /// Field lines are broken, folded, doubled, huge or many.
    case fieldLines
    /// Lines end in LF, in CR, or in nothing.
    case lineEnds
    /// Two framings at once, an unknown one, or none.
    case framing
    /// The length is a lie, no number, or does not fit.
    case length
    /// Chunk sizes are a lie, no number, or do not fit; chunks have extensions.
    case chunks
    /// The body is not what its coding says, is cut short within it, or grows beyond all measure.
    case coding
    /// Interim answers come first, many of them, or ones that must not be.
    case interim
    /// Fields follow the body: many, huge or broken ones.
    case trailers
    /// Bytes follow the end: noise, or an answer to a request that was never made.
    case excess
    /// The connection ends somewhere within the answer.
    case cut
    /// Bytes are flipped, left out, or put in.
    case bytes
    /// The answer comes in pieces with pauses, or stops for good.
    case pauses
    /// A head, a body or a trailer goes on without end.
    case endless
}

public import Sterna

/// What is asked of every transport, case by case.
///
/// ```swift
/// for conformanceCase in TransportConformance.cases {
///     try await conformanceCase.run { MyTransport($0) }
/// }
/// ```
///
/// A transport that declares abilities as missing (`LimitedTransport`) runs ``cases(for:)``: cases that need what it
/// lacks are left out, and those that see to it that it refuses to be asked are in. The cases reach nothing but servers
/// on the loopback, which they start themselves.
public enum TransportConformance {
    /// Every case.
    public static let cases: [ConformanceCase] =
        RequestCases.all + RequestFieldCases.all + AnswerFieldCases.all + FramingCases.all + BrokenAnswerCases.all
        + UploadCases.all + UploadFaultCases.all + DownloadCases.all + CompressionCases.all + CancellationCases.all
        + TimeoutCases.all + ConnectionCases.all + SendOnceCases.all + NeutralityCases.all + AddressCases.all
        + MissingCapabilityCases.all + ReportCases.all

    /// The cases that hold for transports of every kind, also for one that answers from memory.
    public static let contract = cases.filter(\.isContract)

    /// The cases that apply to a transport.
    public static func cases(for transport: any Transport) -> [ConformanceCase] {
        let capabilities = transport.capabilities
        return cases.filter { $0.needs.isSubset(of: capabilities) }
    }
}

#if canImport(SwiftUI)
public import Sterna
public import SwiftUI

/// A banner that is there while there is no network.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
public struct OfflineBanner: View {
    private let status: NetworkStatus
    private let language: Language

    /// A banner of a status; the text is in the person's language unless another is given.
    public init(_ status: NetworkStatus, language: Language = .preferred) {
        self.status = status
        self.language = language
    }

    /// The text, or nothing.
    public var body: some View {
        if !status.isOnline {
            Text(InterfaceText.noConnection.text(in: language))
                .padding()
                .accessibilityAddTraits(.isHeader)
                .environment(\.layoutDirection, language.layoutDirection)
        }
    }
}
#endif

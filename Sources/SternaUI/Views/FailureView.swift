#if canImport(SwiftUI)
public import Sterna
public import SwiftUI

/// Says why something failed, and offers to try again.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
public struct FailureView: View {
    private let failure: LoadFailure
    private let language: Language
    private let tryAgain: () async -> Void

    /// A view of a failure.
    ///
    /// - Parameters:
    ///   - failure: what failed.
    ///   - language: what the button is in. Default: the person's.
    ///   - tryAgain: what the button does.
    public init(_ failure: LoadFailure, language: Language = .preferred, tryAgain: @escaping () async -> Void) {
        self.failure = failure
        self.language = language
        self.tryAgain = tryAgain
    }

    /// The message and the button.
    public var body: some View {
        VStack {
            Text(failure.message)
                .multilineTextAlignment(.center)
            Button(InterfaceText.tryAgain.text(in: language)) {
                Task { await tryAgain() }
            }
        }
        .padding()
        .accessibilityElement(children: .contain)
    }
}

extension Language {
    /// Arabic is written from right to left.
    var layoutDirection: LayoutDirection { self == .arabic ? .rightToLeft : .leftToRight }
}
#endif

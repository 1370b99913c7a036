#if canImport(SwiftUI)
public import Sterna
public import SwiftUI

/// Shows what a loader loads: progress, the value, or why it failed, with "try again". Pulling down loads it again.
///
/// ```swift
/// LoadView(posts) { posts in List(posts) { Text($0.title) } }
/// ```
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
public struct LoadView<Value: Sendable, Content: View>: View {
    private let loader: Loader<Value>
    private let language: Language
    private let content: (Value) -> Content

    /// A view of a loader, which it loads when it appears.
    ///
    /// - Parameters:
    ///   - loader: what loads the value.
    ///   - language: what the texts are in. Default: the person's.
    ///   - content: shows the value.
    public init(
        _ loader: Loader<Value>, language: Language = .preferred, @ViewBuilder content: @escaping (Value) -> Content
    ) {
        self.loader = loader
        self.language = language
        self.content = content
    }

    /// The value where there is one, with the failure of a later load above it.
    public var body: some View {
        VStack {
            if let failure = loader.failure {
                FailureView(failure, language: language) { await loader.reload() }
            }
            if let value = loader.value {
                content(value)
            } else if loader.isLoading {
                ProgressView(InterfaceText.loading.text(in: language))
            }
        }
        .task { [loader] in await loader.load() }
        .refreshable { [loader] in await loader.reload() }
        .environment(\.layoutDirection, language.layoutDirection)
    }
}
#endif

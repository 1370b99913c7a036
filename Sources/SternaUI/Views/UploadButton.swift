#if canImport(SwiftUI)
public import Sterna
public import SwiftUI

/// A button that sends, shows how far it is, and says how it went.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
public struct UploadButton<Response: Sendable>: View {
    private let uploader: Uploader<Response>
    private let language: Language
    private let send: Uploader<Response>.Send

    /// A button of an uploader.
    ///
    /// - Parameters:
    ///   - uploader: what sends.
    ///   - language: what the texts are in. Default: the person's.
    ///   - send: what is sent when the button is pressed.
    public init(
        _ uploader: Uploader<Response>, language: Language = .preferred, send: @escaping Uploader<Response>.Send
    ) {
        self.uploader = uploader
        self.language = language
        self.send = send
    }

    /// The button, the progress with a way to cancel, or the outcome.
    public var body: some View {
        VStack {
            switch uploader.state {
            case .idle: button(.upload)
            case .uploading(let progress):
                ProgressView(InterfaceText.uploading.text(in: language), value: progress?.fraction ?? 0)
                Button(InterfaceText.cancel.text(in: language)) { uploader.cancel() }
            case .success:
                Text(InterfaceText.uploaded.text(in: language))
                button(.upload)
            case .failure(let failure):
                FailureView(failure, language: language) { await uploader.tryAgain() }
            }
        }
        .environment(\.layoutDirection, language.layoutDirection)
    }

    private func button(_ text: InterfaceText) -> some View {
        Button(text.text(in: language)) {
            Task { await uploader.start(send) }
        }
    }
}
#endif

#if canImport(SwiftUI)
import Sterna
import SwiftUI

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
struct LoadViewPreviews: PreviewProvider {
    static var previews: some View {
        LoadView(Loader { "A value" }, language: .english) { Text($0) }
        LoadView(Loader<String> { throw APIError(.offline, "") }, language: .arabic) { Text($0) }
        UploadButton(Uploader<Int>(), language: .french) { _ in 1 }
    }
}
#endif

#if canImport(SwiftUI)
import Sterna
import SternaUI
import SwiftUI

/// The app on Apple's systems. Type-checked, not run, on this project's machines.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@main struct PostsApp: App {
    @State private var model = try? PostsModel([
        .init(name: "production", url: "https://jsonplaceholder.typicode.com"),
        .init(name: "local", url: "http://127.0.0.1:8080"),
    ])
    @State private var network = NetworkStatus()

    var body: some Scene {
        WindowGroup {
            if let model {
                OfflineBanner(network)
                PostsView(model: model)
            }
        }
    }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
struct PostsView: View {
    let model: PostsModel

    var body: some View {
        NavigationStack {
            LoadView(model.posts) { posts in
                List(posts) { post in
                    NavigationLink(post.title) { PostView(model: model, post: post) }
                }
            }
            Button(model.place.name) { Task { await model.switchPlace() } }
            UploadButton(model.upload, send: model.sender(of: PostsModel.sample))
        }
    }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
struct PostView: View {
    let model: PostsModel
    let post: Post

    var body: some View {
        LoadView(model.detail) { Text($0.body) }
            .task { await model.open(post) }
    }
}
#endif

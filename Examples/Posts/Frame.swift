#if !canImport(SwiftUI)
import Sterna
import SternaUI

/// What the terminal shows of the model: lines that fit. Pure, but for looking at the model.
@MainActor struct Frame {
    let model: PostsModel
    let selection: Int
    let showsDetail: Bool
    let language: Language

    /// The lines of a screen of that size.
    func lines(width: Int, height: Int) -> [String] {
        let head = banner + ["Posts · \(model.place.name)" + (posts.isLoading ? "  \(text(.loading))" : "")]
        let foot = uploads + [showsDetail ? "← back   q quit" : keys]
        let room = max(1, height - head.count - foot.count - 2)
        let middle = Array(content(room).prefix(room))
        let padding = [String](repeating: "", count: room - middle.count)
        return (head + [""] + middle + padding + [""] + foot).prefix(height).map { Self.cut($0, width) }
    }

    private let keys = "↑↓ move  ↵ open  n new  r reload  u upload  o network  e server  q quit"

    private var posts: Loader<[Post]> { model.posts }

    private func text(_ text: InterfaceText) -> String { text.text(in: language) }

    private var banner: [String] {
        model.isOffline ? ["!! \(text(.noConnection)) !!"] : []
    }

    private var uploads: [String] {
        switch model.upload.state {
        case .idle: []
        case .uploading(let progress):
            ["\(text(.uploading)) \(Int((progress?.fraction ?? 0) * 100)) %"]
        case .success(let photo): ["\(text(.uploaded)): \(photo.url)"]
        case .failure(let failure): ["✗ \(failure.message)  u: \(text(.tryAgain))"]
        }
    }

    private func content(_ room: Int) -> [String] {
        if showsDetail { return detail }
        let failure = posts.failure.map { ["✗ \($0.message)", "  r: \(text(.tryAgain))", ""] } ?? []
        guard let all = posts.value else { return failure }
        guard !all.isEmpty else { return failure + [text(.nothingHere)] }
        let rows = max(1, room - failure.count)
        let first = min(max(0, selection - rows / 2), max(0, all.count - rows))
        return failure
            + all[first..<min(all.count, first + rows)].enumerated().map { place, post in
                (first + place == selection ? "▶ " : "  ") + "\(post.id == 0 ? "new" : "\(post.id)")  \(post.title)"
            }
    }

    private var detail: [String] {
        switch model.detail.state {
        case .idle, .loading: [text(.loading)]
        case .success(let post): [post.title, ""] + post.body.split(separator: "\n").map(String.init)
        case .failure(let failure, _): ["✗ \(failure.message)", "  r: \(text(.tryAgain))"]
        }
    }

    /// What a server says never moves the cursor, and no line is longer than the screen.
    private static func cut(_ line: String, _ width: Int) -> String {
        let safe = String(
            String.UnicodeScalarView(line.unicodeScalars.filter { $0.properties.generalCategory != .control }))
        return safe.count <= width ? safe : safe.prefix(max(0, width - 1)) + "…"
    }
}
#endif

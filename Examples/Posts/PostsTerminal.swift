#if !canImport(SwiftUI)
import Glibc
import Observation
import Sterna
import SternaTesting
import SternaUI

/// The app in a terminal: the very models of the SwiftUI app, against the demo API on this machine, or the servers that
/// are named.
@main @MainActor struct PostsTerminal {
    private let model: PostsModel
    private let terminal: Terminal
    private let language = Language.preferred
    private var selection = 0
    private var showsDetail = false

    static func main() async {
        do {
            let servers = CommandLine.arguments.count > 1 ? [] : [try DemoAPI.start(), try DemoAPI.start()]
            defer { for server in servers { server.stop() } }
            let named = CommandLine.arguments.dropFirst().map { PostsModel.Place(name: $0, url: $0) }
            let own = zip(["production", "staging"], servers).map { PostsModel.Place(name: $0, url: $1.url) }
            let model = try PostsModel(own + named)
            guard let terminal = Terminal() else {
                complain("Posts needs a terminal: run it in one, without a pipe.")
                exit(2)
            }
            defer { terminal.close() }
            var app = PostsTerminal(model: model, terminal: terminal)
            await app.run()
        } catch {
            complain("Posts cannot start: \(error)")
            exit(1)
        }
    }

    private static func complain(_ text: String) {
        let line = Array((text + "\n").utf8)
        _ = write(2, line, line.count)
    }

    private init(model: PostsModel, terminal: Terminal) {
        self.model = model
        self.terminal = terminal
    }

    /// Draws what the model shows whenever it changes, until the end is asked for.
    private mutating func run() async {
        Task { [model] in await model.posts.load() }
        let (changes, changed) = AsyncStream.makeStream(of: Terminal.Key?.self)
        let keys = Task { [terminal] in
            for await key in terminal.keys { changed.yield(key) }
        }
        defer { keys.cancel() }
        draw(changed)
        for await key in changes {
            guard key != .letter("q"), key != .end else { return }
            if let key { press(key) }
            draw(changed)
        }
    }

    private func draw(_ changed: AsyncStream<Terminal.Key?>.Continuation) {
        let frame = Frame(model: model, selection: selection, showsDetail: showsDetail, language: language)
        let (width, height) = terminal.size
        let lines = withObservationTracking {
            frame.lines(width: width, height: height)
        } onChange: {
            // Told before the change; the main actor comes round to the drawing after it.
            changed.yield(nil)
        }
        terminal.draw(lines)
    }

    private mutating func press(_ key: Terminal.Key) {
        let model = model
        let posts = model.posts.value ?? []
        switch key {
        case .up: selection = max(0, selection - 1)
        case .down: selection = min(max(0, posts.count - 1), selection + 1)
        case .back: showsDetail = false
        case .enter where !showsDetail && posts.indices.contains(selection):
            let post = posts[selection]
            showsDetail = true
            Task { await model.open(post) }
        case .letter("r") where showsDetail: Task { await model.detail.reload() }
        case .letter("r"): Task { await model.posts.reload() }
        case .letter("n"): Task { await model.create("A post from the terminal") }
        case .letter("u"): Task { await model.send(PostsModel.sample) }
        case .letter("o"): Task { await model.toggleNetwork() }
        case .letter("e"):
            (selection, showsDetail) = (0, false)
            Task { await model.switchPlace() }
        default: break
        }
    }
}
#endif

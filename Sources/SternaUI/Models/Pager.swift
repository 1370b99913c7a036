public import Observation
import Sterna

/// Loads a list page by page, as the person scrolls.
///
/// A page that fails can be asked for again, and nothing that is there is lost. One that leads back to an earlier one
/// ends with a failure instead of a list without end.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@Observable
public final class Pager<Item: Sendable> {
    /// What the end of the list shows.
    public nonisolated enum State: Equatable, Sendable {
        /// Nothing was asked for yet.
        case idle
        /// A page is being loaded.
        case loading
        /// There are more pages.
        case ready
        /// A page failed; ``loadMore()`` asks for it again.
        case failure(LoadFailure)
        /// That was all.
        case complete
    }

    /// What the end of the list shows now.
    public private(set) var state = State.idle
    /// The items of all pages so far.
    public private(set) var items: [Item] = []

    @ObservationIgnored private let source: PageSource<Item>
    @ObservationIgnored private var next: String?
    @ObservationIgnored private var seen: Set<String> = []
    /// Whether the last page leads back to an earlier one.
    @ObservationIgnored private var isRing = false
    @ObservationIgnored private let latest = LatestTask<Page<Item>>()

    /// A pager of a source.
    public init(_ source: PageSource<Item>) {
        self.source = source
    }

    /// Loads the next page: the first, one more, or again the one that failed. Does nothing while one is being loaded
    /// and at the end.
    public func loadMore() async {
        guard state != .loading, state != .complete, !isRing else { return }
        await load(next, replaces: false)
    }

    /// Begins again with the first page. What is there stays until that has come.
    public func reload() async {
        await load(nil, replaces: true)
    }

    private func load(_ place: String?, replaces: Bool) async {
        let (source, before) = (source, state == .loading ? .ready : state)
        state = .loading
        guard let result = await latest.run({ try await source.page(place) }) else { return }
        switch result {
        case .success(let page): take(page, replaces)
        case .failure(is CancellationError): state = items.isEmpty && next == nil ? .idle : before
        case .failure(let error): state = .failure(LoadFailure(error))
        }
    }

    private func take(_ page: Page<Item>, _ replaces: Bool) {
        if replaces {
            items = []
            seen = []
            isRing = false
        }
        items += page.items
        guard let following = page.next else {
            next = nil
            state = .complete
            return
        }
        guard seen.insert(following).inserted else {
            isRing = true
            let text = "the page after \(items.count) items leads back to an earlier one"
            state = .failure(LoadFailure(APIError(.malformedResponse, text)))
            return
        }
        next = following
        state = .ready
    }
}

import Sterna
import SternaTesting
@testable import SternaUI
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct MutationTests {
    @Test func `a change shows at once and stays when the server has it`() async {
        let (loader, gates, like) = (Loader { 1 }, Gates(), Mutation())
        await loader.load()
        let task = Task {
            await like.run(on: loader) {
                $0 = 2
            } send: {
                _ = try await gates.value(1)
            }
        }
        await gates.waitForCalls(1)
        #expect(loader.value == 2 && like.state == .running)
        gates.open(1, .success(0))
        #expect(await task.value && loader.value == 2 && like.state == .success)
    }

    @Test func `a change that is refused is taken back`() async {
        let (loader, like) = (Loader { 1 }, Mutation())
        await loader.load()
        let refusal = APIError(.rejected, "no")
        #expect(
            await like.run(on: loader) {
                $0 = 2
            } send: {
                throw refusal
            } == false)
        #expect(loader.value == 1)
        guard case .failure(let failure) = like.state else { return #expect(Bool(false)) }
        #expect(failure.error?.kind == .rejected)
    }

    @Test func `where something else is shown meanwhile, what is true is loaded again`() async {
        let (loader, gates, like) = (Loader { 10 }, Gates(), Mutation())
        loader.show(1)
        let task = Task {
            await like.run(on: loader) {
                $0 = 2
            } send: {
                _ = try await gates.value(1)
            }
        }
        await gates.waitForCalls(1)
        loader.show(5)
        gates.open(1, .failure(APIError(.server, "500")))
        #expect(await task.value == false && loader.value == 10)
    }
}

@MainActor @Suite(.timeLimit(.minutes(1))) struct UploaderTests {
    @Test func `an upload goes from idle over its progress to the answer`() async throws {
        let server = try LoopbackServer { _, _ in .json("7", status: 201) }
        let api = try APIClient(baseURL: server.url)
        let uploader = Uploader<Int>()
        let observer = Observer { "\(uploader.state)" }
        let fractions = Lock<[Double]>([])
        let body = HTTPBody.data(Data(count: 3_000_000), contentType: nil)
        await uploader.start { progress in
            let endpoint = Endpoint<Int>(.post, "/", accepts: .created)
            return try await api.upload(endpoint, from: .init { _ in body }) { step in
                fractions.withLock { $0.append(step.fraction ?? -1) }
                progress(step)
            }
        }
        let states = await observer.settle()
        #expect(uploader.state == .success(7))
        #expect(states.first == "idle" && states.last == "success(7)")
        #expect(states.dropFirst().dropLast().allSatisfy { $0.hasPrefix("uploading") } && states.count > 2)
        let steps = fractions.withLock { $0 }
        #expect(steps == steps.sorted() && steps.last == 1)
    }

    @Test func `a failed upload says why in words for people, and can be sent again`() async {
        let results = Lock<[Result<Int, APIError>]>([.failure(APIError(.timedOut(.idle), "30 s")), .success(3)])
        let uploader = Uploader<Int>()
        await uploader.start { _ in try results.withLock { $0.removeFirst() }.get() }
        guard case .failure(let failure) = uploader.state else { return #expect(Bool(false), "\(uploader.state)") }
        #expect(failure.message == APIError(.timedOut(.idle), "").userMessage)
        await uploader.tryAgain()
        #expect(uploader.state == .success(3))
    }

    @Test func `one that is cancelled is as if it had not begun`() async {
        let (uploader, gates) = (Uploader<Int>(), Gates())
        let task = Task { await uploader.start { _ in try await gates.value(1) } }
        await gates.waitForCalls(1)
        #expect(uploader.state == .uploading(nil))
        uploader.cancel()
        await task.value
        #expect(uploader.state == .idle)
    }
}

@MainActor @Suite(.timeLimit(.minutes(1))) struct NetworkStatusTests {
    @Test func `it follows the monitor, and lets it go`() async {
        let network = ManualNetwork()
        var status: NetworkStatus? = NetworkStatus(NetworkMonitor(network))
        #expect(status?.isOnline == true)
        let observer = Observer { [weak status] in "\(status?.isOnline ?? false)" }
        network.change(to: .none)
        while status?.isOnline == true { await Task.yield() }
        network.change(to: .wired)
        while status?.isOnline == false { await Task.yield() }
        #expect(await observer.settle() == ["true", "false", "true"])
        status = nil
        while network.isListenedTo { await Task.yield() }
    }
}

@Suite struct InterfaceTextTests {
    @Test(arguments: Language.allCases) func `every text exists in each language`(language: Language) {
        let table = InterfaceText.table(of: language)
        #expect(Set(table.keys) == Set(InterfaceText.allCases) && table.values.allSatisfy { !$0.isEmpty })
        #expect(Set(table.values).count == table.count)
    }

    @Test func `no text is left in another language`() {
        for text in InterfaceText.allCases {
            let words = Set(Language.allCases.map { text.text(in: $0) })
            #expect(words.count == Language.allCases.count, "\(text)")
        }
        #expect(InterfaceText.tryAgain.text(in: .french) == "Réessayer")
        #expect(InterfaceText.tryAgain.text(in: .arabic) == "أعد المحاولة")
    }
}

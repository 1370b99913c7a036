import Sterna
import SternaTesting
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Where a download ends up, and what it leaves behind.
struct DownloadFileTests {
    private let place: DownloadPlace
    private let file = RangedFile()

    init() throws {
        place = try DownloadPlace()
    }

    private func good() throws -> LoopbackServer { try LoopbackServer { [file] request, _ in file.answer(request) } }

    // B83
    @Test(arguments: [
        (#"attachment; filename="../../etc/passwd""#, "passwd"), (#"attachment; filename="/abs""#, "abs"),
        (#"attachment; filename="..""#, "file.bin"), (#"attachment; filename=".""#, "file.bin"),
        (#"attachment; filename="""#, "file.bin"), (#"attachment; filename="a/../../b""#, "b"),
        (#"attachment; filename="C:\\x""#, "x"), (#"attachment; filename="CON""#, "_CON"),
        (#"attachment; filename=".profile""#, "profile"), ("attachment; filename*=UTF-8''%E2%82%AC.txt", "€.txt"),
        ("attachment; filename*=UTF-8''..%2F..%2Fx", "x"), ("attachment; filename*=UTF-8''a%00b", "ab"),
        ("inline", "file.bin"),
    ])
    func `the name of the server is made safe`(_ field: String, _ name: String) async throws {
        let server = try LoopbackServer { [file] _, _ in file.whole([.init("Content-Disposition", field)]) }
        let download = try await place.download(from: server, to: .folder(place.folder.path))
        #expect(place.names == [name] && download.path == place.folder.path(name))
        #expect(try place.data(name) == file.bytes)
    }

    // B83
    @Test func `names that are too long are cut, and so are those of parts`() async throws {
        let field = "attachment; filename=\"\(String(repeating: "é", count: 300)).txt\""
        let server = try LoopbackServer { [file] request, _ in
            request.number == 1 ? file.whole(cutAt: 9000) : file.part(from: 9000)
        }
        _ = field
        let long = String(repeating: "a", count: 250)
        let download = try await place.download(from: server, to: .file(place.folder.path(long)))
        #expect(place.names == [long] && download.response.attempts.count == 2)
        let other = try DownloadPlace()
        let named = try LoopbackServer { [file] _, _ in file.whole([.init("Content-Disposition", field)]) }
        for _ in 0..<2 { try await other.download(from: named, to: .folder(other.folder.path)) }
        #expect(other.names.count == 2 && other.names.allSatisfy { $0.utf8.count <= 255 && $0.hasSuffix(".txt") })
    }

    // B83
    @Test func `a name that is taken gets a number, and nothing is overwritten unless asked`() async throws {
        try place.folder.write("file.bin", "mine")
        symlink("/nowhere", place.folder.path("file-1.bin"))
        let server = try good()
        let download = try await place.download(from: server, to: .folder(place.folder.path + "/"))
        #expect(download.path == place.folder.path("file-2.bin"))
        #expect(try place.data() == Data("mine".utf8) && place.names.count == 3)
        var options = DownloadOptions()
        options.overwrites = true
        try await place.download(from: server, options: options, to: .folder(place.folder.path))
        #expect(try place.data() == file.bytes && place.names.count == 3)
    }

    @Test func `a path that is taken is refused before anything is sent`() async throws {
        try place.folder.write("file.bin", "mine")
        let server = try good()
        let error = await failure { try await place.download(from: server) }
        #expect(error?.kind == .fileSystem && error?.detail.contains("\(place.path) is there already") == true)
        let folder = await failure { try await place.download(from: server, to: .file(place.folder.path)) }
        #expect(folder?.kind == .fileSystem && folder?.detail.contains("is a folder") == true)
        #expect(try server.requestCount == 0 && place.names == ["file.bin"] && place.data() == Data("mine".utf8))
    }

    @Test func `a file that appears meanwhile is not overwritten`() async throws {
        let server = try LoopbackServer { [file, place] request, _ in
            try place.folder.write("file.bin", "theirs")
            return file.answer(request)
        }
        let error = await failure { try await place.download(from: server) }
        #expect(error?.kind == .fileSystem && error?.detail.contains("is there already") == true)
        #expect(try place.data() == Data("theirs".utf8))
    }

    // B83
    @Test func `a file that is replaced keeps its mode, and a link its place`() async throws {
        var options = DownloadOptions()
        options.overwrites = true
        try place.folder.write("real", "old")
        chmod(place.folder.path("real"), 0o640)
        symlink("real", place.path)
        try await place.download(from: good(), options: options)
        var status = stat()
        #expect(lstat(place.path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        #expect(stat(place.folder.path("real"), &status) == 0 && status.st_mode & 0o777 == 0o640)
        #expect(try place.data("real") == file.bytes && place.names == ["file.bin", "real"])
    }

    // B83
    @Test func `no link in the place of a part is followed`() async throws {
        try place.folder.write("victim", "precious")
        symlink(place.folder.path("victim"), place.part)
        let error = await failure { try await place.download(from: good()) }
        #expect(error?.kind == .fileSystem && error?.detail.contains(place.part) == true)
        unlink(place.part)
        link(place.folder.path("victim"), place.part)
        try await place.download(from: good())
        #expect(try place.data("victim") == Data("precious".utf8) && place.data() == file.bytes)
    }

    // B82
    @Test func `of twenty downloads that end in every way nothing stays but their files`() async throws {
        let server = try LoopbackServer { [file] request, _ in
            switch Int(request.path.dropFirst()).map({ $0 % 4 }) {
            case 0: file.answer(request)
            case 1: .text("no", status: 404)
            case 2: RangedFile(fields: []).whole(cutAt: 100_000)
            default: .script([.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"), .hang])
            }
        }
        let api = try place.client(server) { $0.retry = .never }
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                let work = Task { [place] in
                    _ = try await api.download(
                        Endpoint<Data>(.get, "/\(number)"), to: .file(place.folder.path("\(number)")))
                }
                group.addTask {
                    if number % 4 == 3 {
                        await server.waitForRequests(10)
                        work.cancel()
                    }
                    let result = await work.result
                    switch (number % 4, result) {
                    case (0, .success), (1, .failure(is APIError)), (2, .failure(is APIError)),
                        (3, .failure(is CancellationError)):
                        break
                    default: Issue.record("\(number): \(result)")
                    }
                }
            }
        }
        #expect(place.names == ["0", "12", "16", "4", "8"])
    }

    @Test(arguments: [0, 1, 100_000, 250_000])
    func `a cancel leaves a part that can be continued, or nothing`(_ count: Int) async throws {
        let server = try LoopbackServer { [file] request, _ in
            guard request.number == 1 else { return file.answer(request) }
            let head = "HTTP/1.1 200 OK\r\nContent-Length: 300000\r\nETag: \"1\"\r\n\r\n"
            return .script([.send(count > 0 ? head : ""), .send(file.bytes.prefix(count)), .hang])
        }
        let work = Task { [place] in try await place.download(from: server) }
        await server.waitForRequests(1)
        while count > 0, ((try? Data(contentsOf: place.folder.url("file.bin.part")).count) ?? 0) < count {
            try await Task.sleep(for: .milliseconds(2))
        }
        work.cancel()
        await #expect(throws: CancellationError.self) { try await work.value }
        #expect(place.names == (count > 0 ? ["file.bin.part", "file.bin.part.json"] : []))
        #expect(await server.waitForClose(within: .seconds(2)))
        #expect(try await place.download(from: server).continuedFrom == Int64(count))
        #expect(try place.data() == file.bytes && place.names == ["file.bin"])
    }

    @Test func `a cancel while it waits for the next attempt ends it at once`() async throws {
        let clock = ManualClock()
        let server = try file.server(cutAt: 120_000) { [file] in file.answer($0) }
        let api = try place.client(server) { $0.clock = clock }
        let work = Task { [place] in try await api.download(Endpoint<Data>(.get, "/"), to: place.target) }
        await clock.waitForSleepers()
        work.cancel()
        await #expect(throws: CancellationError.self) { try await work.value }
        #expect(server.requestCount == 1 && place.names.count == 2)
    }

    @Test func `two downloads of one file do not mix, and two of one name get two names`() async throws {
        let slow = try LoopbackServer { [file] _, _ in
            .chunks(fields: file.fields, length: 300_000, every: .milliseconds(20)) { index in
                index < 10 ? file.bytes[index * 30_000..<(index + 1) * 30_000] : nil
            }
        }
        let results = await withTaskGroup(of: Result<Download, any Error>.self) { group in
            for _ in 0..<8 {
                group.addTask { [place] in
                    do { return .success(try await place.download(from: slow)) } catch { return .failure(error) }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count { if case .success = $0 { true } else { false } } == 1)
        for case .failure(let error as APIError) in results {
            #expect(error.kind == .fileSystem, "\(error)")
        }
        #expect(try place.data() == file.bytes && place.names == ["file.bin"])
        let other = try DownloadPlace()
        async let first = other.download(from: slow, to: .folder(other.folder.path), path: "/a/report")
        async let second = other.download(from: slow, to: .folder(other.folder.path), path: "/b/report")
        _ = try await (first, second)
        #expect(other.names == ["report", "report-1"])
    }

    @Test func `progress only grows, begins with what is there and ends at the total`() async throws {
        let server = try file.server(cutAt: 120_000) { [file] in file.answer($0) }
        _ = await failure { try await place.download(from: server, retry: .never) }
        let seen = Lock<[TransferProgress]>([])
        var options = DownloadOptions()
        options.progressInterval = .zero
        try await place.download(from: server, options: options) { state in seen.withLock { $0.append(state) } }
        let states = seen.withLock { $0 }
        #expect(states.first?.completed == 120_000 && states.last?.fraction == 1)
        #expect(states.allSatisfy { $0.total == 300_000 })
        #expect(zip(states, states.dropFirst()).allSatisfy { $0.completed <= $1.completed })
    }

    @Test func `a folder that may not be written to fails by name, before anything is sent`() async {
        await #expect(processExitsWith: .success) {
            let place = try DownloadPlace()
            let server = try LoopbackServer { _, _ in .text("x") }
            if geteuid() == 0 { seteuid(65534) } else { chmod(place.folder.path, 0o500) }
            let error = await failure { try await place.download(from: server) }
            #expect(error?.kind == .fileSystem && server.requestCount == 0)
            #expect(error?.detail.contains("\(place.part) cannot be written: Permission denied") == true)
        }
    }

    #if os(Linux)
    @Test func `100 MB are saved at flat memory`() async {
        await #expect(processExitsWith: .success) {
            let place = try DownloadPlace()
            let demo = try DemoAPI.start()
            let api = try APIClient(baseURL: demo.url)
            var options = DownloadOptions()
            options.overwrites = true
            // What the runtime sets up once is no growth.
            _ = try await api.download(Endpoint<Data>(.get, "/bytes/2000000"), to: place.target, options: options)
            let before = ProcessUsage.now().residentBytes
            let peak = Lock(0)
            options.progressInterval = .milliseconds(1)
            let download = try await api.download(
                Endpoint<Data>(.get, "/bytes/100000000"), to: place.target, options: options
            ) { _ in
                let now = ProcessUsage.now().residentBytes
                peak.withLock { $0 = max($0, now) }
            }
            #expect(download.bytes == 100_000_000)
            #expect(peak.withLock { $0 } > 0)
            #expect(peak.withLock { $0 } - before < 16 << 20, "\(before) bytes, then \(peak.withLock { $0 })")
            place.folder.remove()
        }
    }

    /// Whether this machine lets the tests have a file system of their own.
    private static func mounted(at path: String) async -> Bool {
        let outcome = try? await ChildProcess.run("mount", ["-t", "tmpfs", "-o", "size=1m", "none", path])
        return outcome?.code == 0
    }

    @Test func `a disk that is full is an error by name, and what came is kept`() async throws {
        let disk = place.folder.path("disk")
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
        // Containers may not mount; there a limit on the size of files stands in, in the tests of the command line.
        guard await Self.mounted(at: disk) else { return }
        defer { system("umount '\(disk)'") }
        let demo = try DemoAPI.start(keepsRequests: true)
        let api = try APIClient(baseURL: demo.url)
        let endpoint = Endpoint<Data>(.get, "/bytes/1000000")
        try Data(count: 500_000).write(to: place.folder.url("disk/other"))
        let error = await failure { try await api.download(endpoint, to: .file(disk + "/f")) }
        #expect(error?.kind == .fileSystem)
        #expect(error?.detail.contains("\(disk)/f.part cannot be written: No space left on device") == true)
        #expect(demo.server.requestCount == 1)
        unlink(disk + "/other")
        let download = try await api.download(endpoint, to: .file(disk + "/f"))
        #expect(download.continuedFrom > 100_000 && download.bytes == 1_000_000)
        let whole = try await api.data(for: endpoint)
        #expect(try Data(contentsOf: place.folder.url("disk/f")) == whole)
    }
    #endif
}

#if os(Linux)
import Glibc

/// The work of callers that asked to run on the loop's own thread, where a call hands nothing over to another thread.
///
/// Work that becomes ready on the thread is kept here without a lock; other threads leave theirs as a command.
final class CurlJobs: TaskExecutor, @unchecked Sendable {
    private let mailbox: CurlMailbox
    /// What is ready. The loop's thread alone runs it; whoever runs the loop may add to it.
    @exclusivity(unchecked) private var ready: [UnownedJob] = []
    @exclusivity(unchecked) private var running: [UnownedJob] = []

    init(_ mailbox: CurlMailbox) {
        self.mailbox = mailbox
    }

    private static let thread: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    /// This thread is the one that runs the work.
    func settleHere() {
        pthread_setspecific(Self.thread, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Whether this thread is the one that runs the work.
    var isHere: Bool {
        pthread_getspecific(Self.thread) == Unmanaged.passUnretained(self).toOpaque()
    }

    var isEmpty: Bool { ready.isEmpty }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if isHere {
            ready.append(job)
        } else if !mailbox.post(job) {
            globalConcurrentExecutor.enqueue(job)
        }
    }

    /// Takes work that was left as a command.
    func add(_ job: UnownedJob) {
        ready.append(job)
    }

    /// Runs what is ready by now; what becomes ready meanwhile is for the next time.
    func run() {
        swap(&ready, &running)
        for job in running { job.runSynchronously(on: asUnownedTaskExecutor()) }
        running.removeAll(keepingCapacity: true)
    }

    /// The thread ends: what is left is for Swift's own threads.
    func leave() {
        pthread_setspecific(Self.thread, nil)
        for job in mailbox.close() + ready { globalConcurrentExecutor.enqueue(job) }
        ready.removeAll()
    }
}
#endif

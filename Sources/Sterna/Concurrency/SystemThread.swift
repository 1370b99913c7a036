#if os(Linux)
import CLinux
import Glibc

/// A thread of its own, for work that waits where no task may.
enum SystemThread {
    private final class Work: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// Starts a thread that gets no signals and ends with its work.
    ///
    /// - Returns: 0, or the system's code where there is no thread.
    static func start(_ name: StaticString, _ run: @escaping @Sendable () -> Void) -> Int32 {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(
            Work {
                sterna_name_thread(name.description)
                var all = sigset_t()
                sigfillset(&all)
                pthread_sigmask(SIG_BLOCK, &all, nil)
                run()
            })
        let code = pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, context.toOpaque())
        guard code == 0 else {
            context.release()
            return code
        }
        pthread_detach(thread)
        return 0
    }
}
#endif

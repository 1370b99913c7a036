#if canImport(Darwin)
import Darwin

extension ProcessUsage {
    /// What the process takes now, as `proc_pidinfo` tells it; a figure that cannot be had is 0.
    public static func now() -> ProcessUsage {
        var task = proc_taskinfo()
        let size = Int32(MemoryLayout<proc_taskinfo>.size)
        let isKnown = proc_pidinfo(getpid(), PROC_PIDTASKINFO, 0, &task, size) == size
        let bytes = max(0, proc_pidinfo(getpid(), PROC_PIDLISTFDS, 0, nil, 0))
        return ProcessUsage(
            threads: isKnown ? Int(task.pti_threadnum) : 0,
            descriptors: Int(bytes) / MemoryLayout<proc_fdinfo>.stride,
            residentBytes: isKnown ? Int(task.pti_resident_size) : 0)
    }
}
#endif

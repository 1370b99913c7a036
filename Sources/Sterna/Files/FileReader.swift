#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Reads a file, or a part of one, from its start to its end; a file that changes its length meanwhile is an error.
package final class FileReader {
    package let length: Int64
    private let path: String
    private let start: Int64
    private let sizeAtOpening: Int64
    private let descriptor: Int32
    private var offset: Int64 = 0

    /// Opens the file.
    ///
    /// - Throws: ``FileFailure`` when it cannot be opened, is a folder, or is shorter than the range.
    package init(_ path: String, range: Range<Int64>? = nil) throws(FileFailure) {
        // The system would read up to the NUL, and open another file.
        guard !path.utf8.contains(0) else { throw FileFailure(path, "is no path: it holds a NUL") }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileFailure(path, "cannot be opened", errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw FileFailure(path, "is not a file that can be sent")
        }
        let size = Int64(status.st_size)
        let part = range ?? 0..<size
        guard part.lowerBound >= 0, part.upperBound <= size else {
            close(descriptor)
            throw FileFailure(path, "has \(size) bytes, fewer than the part that was asked for")
        }
        self.path = path
        self.descriptor = descriptor
        start = part.lowerBound
        length = part.upperBound - part.lowerBound
        sizeAtOpening = size
    }

    deinit {
        close(descriptor)
    }

    /// Reads the next bytes; 0 at the end.
    package func read(into space: UnsafeMutableRawBufferPointer) throws(FileFailure) -> Int {
        let wanted = Int(min(Int64(space.count), length - offset))
        guard wanted > 0 else { return 0 }
        let count = pread(descriptor, space.baseAddress, wanted, off_t(start + offset))
        guard count >= 0 else { throw FileFailure(path, "cannot be read", errno) }
        guard count > 0 else { throw FileFailure(path, "became shorter while it was sent") }
        offset += Int64(count)
        return count
    }

    /// The next bytes as a chunk of its own; `nil` at the end. The last one is given only when the file has its length
    /// still.
    package func chunk(upTo most: Int) throws(FileFailure) -> Data? {
        let wanted = Int(min(Int64(most), length - offset))
        guard wanted > 0, let memory = malloc(wanted) else { return nil }
        do throws(FileFailure) {
            var filled = 0
            while filled < wanted {
                filled += try read(into: UnsafeMutableRawBufferPointer(start: memory + filled, count: wanted - filled))
            }
            if offset == length, let failure = changeOfLength { throw failure }
        } catch {
            free(memory)
            throw error
        }
        // Only now: a few bytes are copied, and the memory is freed at once.
        return Data(bytesNoCopy: memory, count: wanted, deallocator: .free)
    }

    /// Goes to a place within the part.
    package func seek(to place: Int64) -> Bool {
        guard (0...length).contains(place) else { return false }
        offset = place
        return true
    }

    /// The failure to report when the file has another length by now; `nil` when it has not.
    package var changeOfLength: FileFailure? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, Int64(status.st_size) != sizeAtOpening else { return nil }
        return FileFailure(path, "changed its length while it was sent")
    }
}

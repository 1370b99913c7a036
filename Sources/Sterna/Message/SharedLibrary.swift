#if canImport(Glibc)
import Glibc

/// A library of the system that is opened at run time, so that nothing more is needed to build. It is never closed.
package struct SharedLibrary: Sendable {
    private let address: UInt

    /// Opens the first of the files that is there; `nil` when none is.
    package init?(_ files: String...) {
        for file in files {
            guard let handle = dlopen(file, RTLD_NOW | RTLD_LOCAL) else { continue }
            address = UInt(bitPattern: handle)
            return
        }
        return nil
    }

    /// What the program and the libraries that it was linked with hold already.
    package static let ofProcess = SharedLibrary(process: ())

    private init(process: Void) {
        address = UInt(bitPattern: dlopen(nil, RTLD_NOW))
    }

    /// A function of the library as a C function type; `nil` when the library has none of that name.
    ///
    /// - Parameter type: must be the type that the library's header gives the function.
    package func function<Function>(_ name: String, as type: Function.Type) -> Function? {
        guard let symbol = dlsym(UnsafeMutableRawPointer(bitPattern: address), name) else { return nil }
        return unsafeBitCast(symbol, to: type)
    }
}
#endif

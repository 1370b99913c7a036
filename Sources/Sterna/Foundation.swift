// The one place that chooses between the small Foundation and the full one; every other file just uses it.
#if canImport(FoundationEssentials)
@_exported public import FoundationEssentials
#else
@_exported public import Foundation
#endif

#if os(Windows) || os(WASI)
#error("Sterna runs on Apple platforms (URLSession) and on Linux (libcurl). There is no transport for this platform.")
#endif

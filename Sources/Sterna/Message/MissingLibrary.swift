/// A library of the system that is opened at run time and is not there.
public struct MissingLibrary: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file that was looked for, such as `libidn2.so.0`.
    public let file: String
    /// The package that holds it on Debian and Ubuntu.
    public let package: String
    /// What it is needed for.
    public let purpose: String

    /// A library that is not there.
    package init(file: String, package: String, purpose: String) {
        self.file = file
        self.package = package
        self.purpose = purpose
    }

    /// What is missing, what for, and what to install.
    public var description: String {
        "\(purpose) needs \(file), which is not on this machine: install the package \(package)"
    }
}

import SternaImages

/// What a command line asks for.
enum Invocation: Hashable, Sendable {
    /// Send a request.
    case request(RequestCall)
    /// Run the demo API on this port.
    case serve(port: Int)
    /// Run the library against the demo API.
    case demo
    /// Make a photo smaller; the target `-` is standard output.
    case image(path: String, target: String, ShrinkOptions)
    /// Show whether there is a network, and with `watches` each change.
    case network(watches: Bool)
    /// Print the completions of a shell.
    case completions(Shell)
    /// Print the version.
    case version
    /// Print the help.
    case help

    /// A shell that can complete words.
    enum Shell: String, Hashable, Sendable, CaseIterable {
        case bash, zsh, fish
    }
}

/// The words that stand for a command when they come first. A host of that name is written with a scheme, or after a
/// method: `sterna get demo`.
enum CommandWord: String, Sendable, CaseIterable {
    case serve, demo, image, network, completions, help

    /// How it is written.
    var synopsis: String {
        switch self {
        case .serve: "sterna serve [--port N]"
        case .demo: "sterna demo"
        case .image: "sterna image FILE [--max PX] [--quality Q] -o OUT"
        case .network: "sterna network [--watch]"
        case .completions: "sterna completions bash|zsh|fish"
        case .help: "sterna help"
        }
    }

    /// What it does.
    var summary: String {
        switch self {
        case .serve: "run the demo API on 127.0.0.1 until Ctrl-C"
        case .demo: "run the library against the demo API and show what happens"
        case .image: "make a photo smaller, upright, without the place"
        case .network: "show whether there is a network"
        case .completions: "print the completions of a shell"
        case .help: "show the help"
        }
    }
}

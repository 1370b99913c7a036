/// Names of files that come from elsewhere, made safe to write.
public enum FileName {
    /// The most bytes that file systems take for one name.
    private static let longest = 255

    /// The last segment of a proposed name, fit for every system; `nil` when nothing is left of it.
    ///
    /// Folders are cut off, whether they are written with `/` or `\`, so that no name leads out of the folder it is
    /// saved in. Control characters and those that change the direction of writing go; `:*?"<>|` become `_`; a name
    /// that Windows keeps for a device (`CON`, `com1.txt`) gets a `_` before it. Dots at the beginning go, because a
    /// file that a server names is never meant to be hidden, and dots and spaces at the end. What is longer than 255
    /// bytes is cut before its extension.
    public static func safe(_ proposed: String) -> String? {
        let segments = proposed.unicodeScalars.split { $0 == "/" || $0 == "\\" }
        guard let last = segments.last else { return nil }
        var scalars = String.UnicodeScalarView()
        for scalar in last where !isInvisible(scalar) {
            scalars.append(reserved.contains(scalar) ? "_" : scalar)
        }
        let name = trimmed(Substring(String(scalars)))
        guard !name.isEmpty else { return nil }
        return shortened(isDevice(name) ? "_" + name : name)
    }

    private static let reserved: Set<Unicode.Scalar> = [":", "*", "?", "\"", "<", ">", "|"]

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        // The joiners are a part of words in Persian and Hindi, and of emoji.
        case .format: scalar != "\u{200C}" && scalar != "\u{200D}"
        default: false
        }
    }

    private static func trimmed(_ name: Substring) -> String {
        var scalars = name.unicodeScalars[...]
        while let first = scalars.first, first == "." || first.properties.isWhitespace { scalars.removeFirst() }
        while let last = scalars.last, last == "." || last.properties.isWhitespace { scalars.removeLast() }
        return String(scalars)
    }

    private static func isDevice(_ name: String) -> Bool {
        let stem = name.prefix { $0 != "." }.uppercased()
        let word = stem.split(separator: " ").first.map(String.init) ?? stem
        if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(word) { return true }
        guard word.hasPrefix("COM") || word.hasPrefix("LPT"), let digit = word.dropFirst(3).first else { return false }
        return word.count == 4 && "0123456789¹²³".contains(digit)
    }

    private static func shortened(_ name: String) -> String? {
        guard name.utf8.count > longest else { return name }
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        let ending = name[dot...].utf8.count <= 32 ? name[dot...] : ""
        var stem = name.dropLast(ending.count).unicodeScalars
        while stem.reduce(0, { $0 + $1.utf8.count }) > longest - ending.utf8.count {
            stem.removeLast(max(1, (stem.count - longest) / 2))
        }
        return stem.isEmpty ? nil : trimmed(Substring(stem)) + ending
    }
}

extension Unicode.Scalar {
    fileprivate var utf8: some Collection<UInt8> { UTF8.encode(self) ?? UTF8.EncodedScalar() }
}

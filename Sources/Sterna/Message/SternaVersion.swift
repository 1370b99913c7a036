/// The version of the library.
public enum SternaVersion {
    /// After semver.org, such as `0.1.0`.
    public static let current = "0.1.0"
}

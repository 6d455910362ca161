public import Systemd

/// A small text that outlives the process, in the state folder.
public struct StateFile: Sendable {
    /// The most bytes that such a file can have.
    private static let sizeLimit = 64 << 10

    private let folder: String
    /// Where it is.
    public let path: String

    /// The file of that name in `$XDG_STATE_HOME/suntracker`.
    public init(_ name: String, environment: Environment) {
        folder = environment.stateHome + "/suntracker"
        path = folder + "/" + name
    }

    /// The text; nil if there is none, or it cannot be read.
    public func read() -> String? {
        // What is remembered for convenience is no reason for a failure.
        do { return try readText(path, atMost: Self.sizeLimit) } catch { return nil }
    }

    /// Replaces the text, for its owner's eyes alone; makes the folder if it is not there.
    public func write(_ text: String) throws(SystemError) {
        try makeFolders(folder)
        try writeAtomically(text, to: path)
    }
}

/// Why bytes cannot be used as a gazetteer.
public enum GazetteerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// They are not a gazetteer at all.
    case notAGazetteer
    /// They are one of another version of the format than the one given.
    case version(found: UInt32, supported: UInt32)
    /// There are more or fewer bytes than the header says; both in bytes.
    case size(found: Int, expected: Int)
    /// The checksum is another than that of the contents.
    case checksum
    /// What is at an offset in bytes makes no sense.
    case damaged(offset: Int, String)

    /// What is wrong, and what to do.
    public var description: String {
        let problem =
            switch self {
            case .notAGazetteer: "it does not begin like one"
            case .version(let found, let supported): "it has version \(found) of the format, not \(supported)"
            case .size(let found, let expected): "it has \(found) bytes in place of \(expected)"
            case .checksum: "its checksum is wrong"
            case .damaged(let offset, let problem): "\(problem) (at byte \(offset))"
            }
        return "the gazetteer cannot be used: \(problem); install Suntracker again"
    }
}

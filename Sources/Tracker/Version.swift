/// The program, as it is released.
public enum Program {
    /// The version of the service and of the command (Semantic Versioning 2.0.0).
    public static let version = "0.3.0"
}

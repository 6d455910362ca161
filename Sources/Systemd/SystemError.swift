import Glibc

/// A call of the kernel or of libsystemd that failed.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The call: `sd_bus_open_user`.
    public let call: String
    /// The error number (errno(3)), positive.
    public let number: Int32

    /// A call that failed with this error number.
    public init(_ call: String, number: Int32) {
        self.call = call
        self.number = number
    }

    /// `sd_bus_open_user: No medium found`.
    public var description: String {
        "\(call): \(String(cString: strerror(number)))"
    }
}

/// The result of a call that answers a negative error number when it fails, as libsystemd's do.
@discardableResult
func checked(_ call: String, _ result: Int32) throws(SystemError) -> Int32 {
    guard result >= 0 else { throw SystemError(call, number: -result) }
    return result
}

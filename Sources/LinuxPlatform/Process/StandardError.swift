import Glibc
public import Systemd

/// Writes a line to standard error, in one call so that lines of several processes do not mix.
public func writeToStandardError(_ line: String) {
    var bytes = Array(line.utf8)
    bytes.append(UInt8(ascii: "\n"))
    // A standard error that nobody reads can only be passed over.
    _ = write(STDERR_FILENO, bytes, bytes.count)
}

/// Writes a line to standard output.
public func writeLineToStandardOutput(_ line: String) throws(SystemError) {
    try writeAll(Array((line + "\n").utf8), to: STDOUT_FILENO, named: "standard output")
}

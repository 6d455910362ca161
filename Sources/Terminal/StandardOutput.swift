import Glibc
package import Systemd

/// Writes the text and a line feed to standard output, with one system call if the kernel accepts it whole.
///
/// A reader that has closed its end (`| head`) is not an error.
package func writeToStandardOutput(_ text: String) throws(SystemError) {
    var rest = Array((text + "\n").utf8)[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
        if count < 0 {
            switch errno {
            case EINTR: continue
            case EPIPE: return
            default: throw SystemError("write", number: errno)
            }
        }
        rest = rest.dropFirst(count)
    }
}

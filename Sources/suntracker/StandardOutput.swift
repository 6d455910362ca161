import Glibc

/// Writes the text and a line's end to standard output, in one call where the kernel takes it at once.
///
/// A reader that has seen enough and gone (`| head`) is no error.
func writeToStandardOutput(_ text: String) throws(CommandError) {
    var rest = Array((text + "\n").utf8)[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
        if count < 0 {
            switch errno {
            case EINTR: continue
            case EPIPE: return
            default: throw .output(String(cString: strerror(errno)))
            }
        }
        rest = rest.dropFirst(count)
    }
}

// SPDX-License-Identifier: MIT
package import Glibc

/// A new path for a socket, or for the home of a service. It is not in TMPDIR, because a socket's path may have at most
/// 107 bytes (unix(7)). It is in memory if possible, because a service reports a disk that takes longer than a second.
package func newSocketPath() -> String {
    let folder = access("/dev/shm", W_OK | X_OK) == 0 ? "/dev/shm" : "/tmp"
    return "\(folder)/suntracker-" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
}

/// A Unix socket of the given type, bound to a path.
package func boundSocket(_ type: __socket_type, at path: String) throws -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let descriptor = socket(AF_UNIX, Int32(type.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw BindingFailure(number: errno) }
    let result = withUnsafeBytes(of: &address) {
        bind(
            descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self),
            socklen_t(MemoryLayout<sockaddr_un>.size))
    }
    guard result == 0 else { throw BindingFailure(number: errno) }
    return descriptor
}

private struct BindingFailure: Error {
    let number: Int32
}

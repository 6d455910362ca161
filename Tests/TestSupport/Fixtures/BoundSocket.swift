package import Glibc

/// A Unix socket of the given type, bound to a path.
package func boundSocket(_ type: __socket_type, at path: String) throws -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let descriptor = socket(AF_UNIX, Int32(type.rawValue), 0)
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

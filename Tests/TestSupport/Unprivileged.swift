// SPDX-License-Identifier: MIT
import Glibc

/// Returns what a function returns to a user without privileges. If root runs the tests, the function accesses files as the
/// user nobody: in this thread only (setfsuid(2)), so it must not wait.
package func asNobody<Value>(_ body: () throws -> Value) rethrows -> Value {
    typealias Call = @convention(c) (uid_t) -> CInt
    guard geteuid() == 0, let address = dlsym(nil, "setfsuid") else { return try body() }
    let setfsuid = unsafeBitCast(address, to: Call.self)
    _ = setfsuid(65_534)
    defer { _ = setfsuid(0) }
    return try body()
}

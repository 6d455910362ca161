// SPDX-License-Identifier: MIT
package import Foundation

extension ProcessInfo {
    /// The variables that a built program needs wherever it runs: where its libraries are, and options of the sanitizers.
    package static var ofBuild: [String: String] {
        processInfo.environment.filter { ["LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS"].contains($0.key) }
    }
}

/// Writes a script that can be run immediately.
///
/// A shell writes the script, because a program that another test starts meanwhile would inherit a file opened here,
/// and Linux does not run a file that is open for writing (execve(2), `ETXTBSY`).
package func writeProgram(_ script: String, to path: String) throws {
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", #"printf %s "$1" >"$2" && chmod 755 "$2""#, "sh", script, path]
    try shell.start()
    shell.waitUntilExit()
    guard shell.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
}

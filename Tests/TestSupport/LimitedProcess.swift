// SPDX-License-Identifier: MIT
package import Foundation

extension Process {
    private static let limits = DispatchQueue(label: "limits of programs")

    /// Runs the program, and kills its process group if it is still running after the limit, because a program that hangs
    /// must fail its test instead of holding up the run. The default is the time limit of a suite: on a slow machine,
    /// a test waits minutes for its turns beside all other tests, while its programs run.
    package func start(limit: DispatchTimeInterval = .seconds(1200)) throws {
        try run()
        Self.limits.asyncAfter(deadline: .now() + limit) { [weak self] in self?.killGroup() }
    }

    /// Kills the program and what it has started; does nothing if it is not running.
    ///
    /// Foundation starts each program in a separate process group. Before the start, the number of a process is 0, by which
    /// kill(2) would mean the group of the caller.
    package func killGroup() {
        guard isRunning else { return }
        kill(-processIdentifier, SIGKILL)
    }
}

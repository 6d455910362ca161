// SPDX-License-Identifier: MIT
package import Foundation

/// A program, with everything that it gets from a test. Every program that a test starts is one.
package struct TestProgram {
    /// The path; a name without a slash is found through PATH.
    package var name: String
    package var arguments: [String]
    /// The environment, to which the variables are added that a built program needs; nil for the environment of the tests.
    package var environment: [String: String]?
    /// The working directory; nil for the one of the tests.
    package var folder: String?
    package var input = FileHandle.nullDevice
    /// The time after which the program and what it has started are killed, because a program that hangs must fail its
    /// test instead of holding up the run; nil for none. The default is the time limit of a suite: on a slow machine, a
    /// test waits minutes for its turns beside all other tests, while its programs run.
    package var limit: DispatchTimeInterval? = .seconds(1200)

    package init(
        _ name: String, _ arguments: [String] = [], environment: [String: String]? = nil, in folder: String? = nil
    ) {
        (self.name, self.arguments, self.environment, self.folder) = (name, arguments, environment, folder)
    }

    /// A script for sh(1).
    package init(script: String, environment: [String: String]? = nil, in folder: String? = nil) {
        self.init("/bin/sh", ["-c", script], environment: environment, in: folder)
    }

    /// The directory of the tests, in which the build puts the programs, too.
    package static let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

    /// The path of a program of the build.
    package static func built(_ name: String) -> String { folder.appending(path: name).path }

    /// The environment of the tests with other variables.
    package static func ownEnvironment(with variables: [String: String]) -> [String: String] {
        ProcessInfo.processInfo.environment.merging(variables) { $1 }
    }

    /// The variables that a built program needs wherever it runs: where its libraries are, and options of the sanitizers.
    private static let environmentOfBuild = ProcessInfo.processInfo.environment.filter {
        ["LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS"].contains($0.key)
    }

    /// The result of a program that has ended.
    package struct Result: Sendable {
        /// The exit status; 128 plus the number of the signal that ended the program.
        package let status: Int32
        package let output: String
        package let errors: String

        package var lines: [String] {
            output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        }
    }

    /// Runs the program to its end.
    package func run() throws -> Result {
        // Files instead of pipes, because a pipe without a reader would block the program.
        let (output, errors) = (try UnnamedFile(), try UnnamedFile())
        let process = process(output: output.handle, errors: errors.handle)
        try start(process, limit: limit)
        process.waitUntilExit()
        return Result(status: process.status, output: try output.text(), errors: try errors.text())
    }

    /// Runs the program to its end, and blocks no thread meanwhile. The limit is enough for a build of the release on a
    /// slow machine.
    package func result(limit: DispatchTimeInterval = .seconds(3600)) async throws -> Result {
        let (output, errors) = (try UnnamedFile(), try UnnamedFile())
        let process = process(output: output.handle, errors: errors.handle)
        try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in ended.resume() }
            do {
                try start(process, limit: limit)
            } catch {
                process.terminationHandler = nil
                ended.resume(throwing: error)
            }
        }
        return Result(status: process.status, output: try output.text(), errors: try errors.text())
    }

    func process(output: Any, errors: Any) -> Process {
        let process = Process()
        process.executableURL = URL(filePath: name.contains("/") ? name : "/usr/bin/env")
        process.arguments = name.contains("/") ? arguments : [name] + arguments
        process.environment = environment.map { Self.environmentOfBuild.merging($0) { $1 } }
        if let folder { process.currentDirectoryURL = URL(filePath: folder) }
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
        return process
    }

    private static let limits = DispatchQueue(label: "limits of programs")

    func start(_ process: Process, limit: DispatchTimeInterval?) throws {
        try process.run()
        guard let limit else { return }
        Self.limits.asyncAfter(deadline: .now() + limit) { [weak process] in process?.killGroup() }
    }
}

extension Process {
    /// Kills the program and what it has started; does nothing if it is not running.
    ///
    /// Foundation starts each program in a separate process group. Before the start, the number of a process is 0, by which
    /// kill(2) would mean the group of the caller.
    func killGroup() {
        guard isRunning else { return }
        kill(-processIdentifier, SIGKILL)
    }

    /// The exit status; 128 plus the number of a signal.
    var status: Int32 { terminationReason == .exit ? terminationStatus : 128 + terminationStatus }
}

/// A file without a name, which exists as long as this value.
private final class UnnamedFile {
    let handle: FileHandle

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data().write(to: url)
        handle = try FileHandle(forUpdating: url)
        try FileManager.default.removeItem(at: url)
    }

    func text() throws -> String {
        try handle.seek(toOffset: 0)
        return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
    }
}

/// Writes a script that can be run immediately.
///
/// A shell writes the script, because a program that another test starts meanwhile would inherit a file opened here,
/// and Linux does not run a file that is open for writing (execve(2), `ETXTBSY`).
package func writeProgram(_ script: String, to path: String) throws {
    let writing = #"printf %s "$1" >"$2" && chmod 755 "$2""#
    let shell = try TestProgram("/bin/sh", ["-c", writing, "sh", script, path]).run()
    guard shell.status == 0 else { throw CocoaError(.fileWriteUnknown) }
}

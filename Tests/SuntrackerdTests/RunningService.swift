// SPDX-License-Identifier: MIT
import Foundation
import Solar
import TestSupport
import Testing
import Tracker
import Wording

/// The built service in a separate home, without buses and a service manager. Its journal entries go to standard error
/// instead of the machine's journal, and are read line by line as they arrive.
///
/// Kinder than a real machine: the home is in memory if possible, so the disk is never slow. The disk is slow in
/// StateWriterTests, and hangs in HangTests. The emulated machines have a real file system.
nonisolated final class RunningService {
    /// A shell command that makes standard error a full pipe, which nobody reads.
    static let stopsStandardError =
        "mkfifo f; exec 3<>f; dd if=/dev/zero of=f bs=4096 count=16 2>/dev/null; exec 2>f"

    /// The ledger of an earlier run that has just ended. Without a ledger, the first start would show a popup; after an
    /// earlier end, the service would announce a sunset of the last minutes.
    static var ledger: String {
        Ledger(settledThrough: Instant(microseconds: Int64(Date.now.timeIntervalSince1970 * 1e6))).text
    }

    /// Settings for a place on the equator where it is noon. The next event, the sunset, comes long after the tests.
    static let placeAtNoon =
        "[Location]\nLatitude=0\nLongitude=\(180 - Int(Date.now.timeIntervalSince1970) % 86_400 / 240)\n"

    let program: RunningProgram
    /// The service's home, which is also its working directory.
    let folder: TemporaryFolder

    /// - Parameters:
    ///   - prefix: a shell command that runs before the service, such as `ulimit -f 0`.
    ///   - home: a home that outlives the service; nil for a new one.
    ///   - prepare: fills the home before the service starts.
    init(
        _ arguments: [String] = ["--place", "Denver"], after prefix: String = ":", variables: [String: String] = [:],
        in home: TemporaryFolder? = nil, prepare: (TemporaryFolder) throws -> Void = { _ in }
    ) throws {
        folder = try home ?? TemporaryFolder(at: newSocketPath())
        try prepare(folder)
        let environment = [
            "TZ": "UTC", "LC_ALL": "C", "PATH": "/usr/bin:/bin", "HOME": folder.path,
            "XDG_CONFIG_DIRS": folder.path("xdg"), "SUNTRACKER_JOURNAL": "stderr",
        ]
        let script = "exec >/dev/null; \(prefix); exec \"$0\" \"$@\""
        program = try RunningProgram(
            TestProgram(
                "/bin/sh", ["-c", script, TestProgram.built("suntrackerd")] + arguments,
                environment: environment.merging(variables) { $1 }, in: folder.path))
        program.output.close()
    }

    /// The service on this bus, with the bus's directory as its home, and with the settings in it.
    convenience init(
        _ arguments: [String] = [], on bus: PrivateBus, after prefix: String = ":", variables: [String: String] = [:]
    ) throws {
        let address = ["DBUS_SESSION_BUS_ADDRESS": bus.address]
        try self.init(arguments, after: prefix, variables: address.merging(variables) { $1 }, in: bus.folder)
    }

    /// The unread journal entries up to the first of this kind, each as values by field name.
    func entries(through kind: JournalEntry.Kind) throws -> [[String: String]] {
        var entries: [[String: String]] = [[:]]
        while true {
            let line = try program.errors.line()
            if let equals = line.firstIndex(of: "=") {
                entries[entries.count - 1][String(line[..<equals])] = String(line[line.index(after: equals)...])
            } else if line.isEmpty, entries.last?["MESSAGE_ID"] == kind.rawValue {
                return entries
            } else if line.isEmpty {
                entries.append([:])
            }
        }
    }

    /// The first unread line or message with this prefix.
    func line(_ start: String) throws -> String {
        while true {
            let line = try program.errors.line()
            let message = line.hasPrefix("MESSAGE=") ? String(line.dropFirst(8)) : line
            if message.hasPrefix(start) { return message }
        }
    }

    /// The process ID.
    var number: Int32 { program.number }

    /// Makes the service reload its settings.
    func reload() { kill(number, SIGHUP) }

    /// Stops the service; returns its status.
    func stop() -> Int32 { program.stop() }

    /// Waits until the service exits; returns the exit status, or 128 plus the number of a signal.
    func status() -> Int32 { program.status() }
}

nonisolated extension PrivateBus {
    /// The built command on this bus, with the bus's directory as its home.
    func command(_ arguments: [String], variables: [String: String] = [:]) -> TestProgram {
        let environment = [
            "DBUS_SESSION_BUS_ADDRESS": address, "HOME": folder.path, "XDG_CONFIG_DIRS": "/proc/nonexistent",
            "LC_ALL": "C", "TZ": "UTC", "PATH": "/usr/bin:/bin",
        ]
        return TestProgram(
            TestProgram.built("suntracker"), arguments, environment: environment.merging(variables) { $1 })
    }
}

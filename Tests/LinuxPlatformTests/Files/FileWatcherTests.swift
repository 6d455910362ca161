import Dispatch
import Foundation
import Glibc
import Testing

@testable import LinuxPlatform

/// The notices of a watcher, for a test that waits for them.
@MainActor
private final class Ear {
    private(set) var changes = 0
    private var waiting: (count: Int, continuation: CheckedContinuation<Void, Never>)?
    private var watcher: FileWatcher?
    var targets: [FileWatcher.Target]

    init(_ targets: [FileWatcher.Target]) throws {
        self.targets = targets
        watcher = try FileWatcher { [weak self] in
            self?.targets ?? []
        } handler: { [weak self] notice in
            self?.hear(notice)
        }
    }

    private func hear(_ notice: FileWatcher.Notice) {
        guard case .changed = notice else {
            Issue.record("\(notice)")
            return
        }
        changes += 1
        if let waiting, changes >= waiting.count { stopWaiting() }
    }

    private func stopWaiting() {
        waiting?.continuation.resume()
        waiting = nil
    }

    /// Returns after that many changes since the start; the suite's time limit, which cancels the test, is the
    /// longest wait.
    func hear(_ count: Int) async {
        guard changes < count else { return }
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiting = (count, $0) }
        } onCancel: {
            Task { @MainActor in stopWaiting() }
        }
    }
}

/// A shell script that changes files in a folder where `conf/settings` is watched.
struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let before: String
    let script: String

    init(_ name: String, after before: String = "mkdir conf; echo old >conf/settings", _ script: String) {
        testDescription = name
        self.before = before
        self.script = script
    }
}

@MainActor
@Suite("A file watcher", .timeLimit(.minutes(20))) struct FileWatcherTests {
    private let folder = try? TemporaryFolder()

    private func path() throws -> String { try #require(folder).path }

    private func run(_ script: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-ec", script]
        process.currentDirectoryURL = URL(filePath: try path())
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    nonisolated static let changes = [
        Change("is written to", "echo new >conf/settings"),
        Change("is appended to", "echo new >>conf/settings"),
        Change("is edited by sed", "sed -i s/old/new/ conf/settings"),
        Change("is replaced by renaming", "echo new >conf/.settings.swp; mv conf/.settings.swp conf/settings"),
        Change(
            "is moved away and written again, as by vim", "mv conf/settings conf/settings~; echo new >conf/settings"),
        Change("is removed", "rm conf/settings"),
        Change(
            "is replaced, but has another hard link",
            after: "mkdir conf; echo old >conf/settings; ln conf/settings conf/kept; echo new >conf/new",
            "mv conf/new conf/settings"),
        Change(
            "is a link that is replaced, but has another hard link",
            after: "mkdir conf; ln -s ../a conf/settings; ln -P conf/settings conf/kept; ln -s ../b conf/new",
            "mv conf/new conf/settings"),
        Change("becomes readable to others", "chmod 640 conf/settings"),
        Change("appears", after: "mkdir conf", "echo new >conf/settings"),
        Change("appears by renaming", after: "mkdir conf; echo new >conf/new", "mv conf/new conf/settings"),
        Change("appears with its folder", after: ":", "mkdir conf; echo new >conf/settings"),
        Change("appears with a folder that is renamed", after: "mkdir new; echo new >new/settings", "mv new conf"),
        Change("is moved away with its folder", "mv conf conf.old"),
        Change("has its folder removed", "rm -r conf"),
        Change(
            "is a link to a file that is written to", after: "mkdir conf; echo old >real; ln -s ../real conf/settings",
            "echo new >real"),
        Change(
            "is a link to a file that is replaced", after: "mkdir conf; echo old >real; ln -s ../real conf/settings",
            "sed -i s/old/new/ real"),
        Change(
            "is a link that is changed", after: "mkdir conf; echo a >a; echo b >b; ln -s ../a conf/settings",
            "ln -sf ../b conf/settings"),
        Change(
            "is a link that is replaced by renaming",
            after: "mkdir conf; echo a >a; echo b >b; ln -s ../a conf/settings; ln -s ../b conf/new",
            "mv conf/new conf/settings"),
        Change("is a link to a file that appears", after: "mkdir conf; ln -s ../real conf/settings", "echo new >real"),
        Change(
            "is below a link that is changed", after: "mkdir a b; echo a >a/settings; ln -s a conf",
            "ln -sfn b conf"),
        Change(
            "is below a link whose folder is replaced", after: "mkdir a; echo a >a/settings; ln -s a conf",
            "mv a b"),
        Change(
            "has a file in place of its folder", after: "echo x >conf", "rm conf; mkdir conf; echo new >conf/settings"),
    ]

    @Test("reports once a file that", arguments: changes)
    func notices(change: Change) async throws {
        try run(change.before)
        let file = try path() + "/conf/settings"
        let ear = try Ear([.file(file)])
        try run(change.script)
        await ear.hear(1)
        #expect(ear.changes == 1)
    }

    @Test("still watches after a change", arguments: changes)
    func again(change: Change) async throws {
        try run(change.before)
        let file = try path() + "/conf/settings"
        let ear = try Ear([.file(file)])
        try run(change.script)
        await ear.hear(1)
        try run("rm -rf conf; mkdir conf")
        await ear.hear(2)
        try run("echo newer >conf/settings")
        await ear.hear(3)
    }

    @Test(
        "is not woken by",
        arguments: [
            (
                "another file in the folder that is written, renamed and removed",
                "echo x >conf/other; mv conf/other conf/o; rm conf/o"
            ),
            ("another file in the folder whose permissions change", "chmod 600 conf/neighbour"),
            ("a reader", "cat conf/settings; ls conf"),
            ("files in the parent folders", "echo x >x; mv x y; mkdir z; rmdir z"),
        ])
    func unrelated(name: String, script: String) throws {
        try run("mkdir conf; echo old >conf/settings; echo x >conf/neighbour")
        let paths = try WatchedPaths([.file(path() + "/conf/settings")])
        try run(script)
        // The kernel queues all events before the shell exits.
        #expect(paths.inotify.read().map(\.name) == [])
    }

    @Test("ignores other names while it waits for a file to appear")
    func otherNames() throws {
        try run("mkdir conf")
        let paths = try WatchedPaths([.file(path() + "/conf/settings")])
        try run("echo x >conf/other; echo x >conf/settings")
        #expect(paths.inotify.read().filter(paths.concerns).map(\.name) == ["settings"])
    }

    @Test(
        "reports changes of every file of a folder, and of the folder itself",
        arguments: ["echo x >parts/x", "rm -r parts"])
    func wholeFolder(script: String) async throws {
        try run("mkdir parts")
        let parts = try path() + "/parts"
        let ear = try Ear([.folder(parts)])
        try run(script)
        await ear.hear(1)
    }

    @Test("gets its targets again after a change")
    func newTargets() async throws {
        let folder = try path()
        let ear = try Ear([.file(folder + "/first")])
        ear.targets = [.file(folder + "/second")]
        try run("echo x >first")
        await ear.hear(1)
        try run("echo x >second")
        await ear.hear(2)
    }

    @Test("reports a change when the kernel's queue has overflowed")
    func overflow() throws {
        try run("mkdir conf")
        let paths = try WatchedPaths([.file(path() + "/conf/settings")])
        #expect(paths.concerns(Inotify.Event(watch: -1, mask: UInt32(IN_Q_OVERFLOW), name: nil)))
    }

    @Test("stops at a link to itself")
    func loop() throws {
        try run("mkdir conf; ln -s settings conf/settings")
        let paths = try WatchedPaths([.file(path() + "/conf/settings")])
        try run("rm conf/settings")
        #expect(paths.inotify.read().contains(where: paths.concerns))
    }
}

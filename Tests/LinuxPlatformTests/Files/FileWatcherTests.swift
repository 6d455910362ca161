// SPDX-License-Identifier: MIT
import Dispatch
import Foundation
import Glibc
import Synchronization
import Systemd
import TestSupport
import Testing

@testable import LinuxPlatform

/// A disk that responds when the test lets it.
private final class SlowDisk: Sendable {
    private let isSilent = Mutex(false)
    private let isBroken = Mutex(false)
    private let gate = DispatchSemaphore(value: 0)

    /// Makes new watches wait for `answer`.
    func fallSilent() { isSilent.withLock { $0 = true } }
    func answer() {
        isSilent.withLock { $0 = false }
        gate.signal()
    }
    /// Makes the waiting watches, and lets new ones wait.
    func answerOnce() { gate.signal() }
    /// Makes the waiting watches fail.
    func fail() {
        isBroken.withLock { $0 = true }
        answer()
    }
    func watch(_ targets: [FileWatcher.Target]) throws(SystemError) -> WatchedPaths {
        if isSilent.withLock({ $0 }) { gate.wait() }
        if isBroken.withLock({ $0 }) { throw SystemError("test", number: EIO) }
        return try WatchedPaths(targets)
    }
}

/// The notices of a watcher, for a test that waits for them.
@MainActor
private final class Ear {
    private(set) var changes = 0
    private(set) var failures = 0
    private var hasBegun = false
    private var waiting: (isMet: () -> Bool, continuation: CheckedContinuation<Void, Never>)?
    private(set) var watcher: FileWatcher?
    private let worker = Worker("test")

    /// Returns when the watch has begun.
    ///
    /// - Parameter settlingTime: must be longer than a script runs and the watches take to set up, for one notice per
    ///   script.
    init(
        _ targets: @autoclosure @escaping @Sendable () -> [FileWatcher.Target], settlingTime: Duration = .zero,
        on disk: SlowDisk = SlowDisk()
    ) async {
        watcher = FileWatcher(
            targets, on: worker, settlingTime: settlingTime,
            watch: { targets throws(SystemError) in try disk.watch(targets) }
        ) { [weak self] in self?.hear($0) }
        await hear { [unowned self] in hasBegun }
    }

    /// Returns when the watcher has received what is being made.
    func afterMaking() async {
        await withCheckedContinuation { continuation in
            worker.run {
            } then: {
                continuation.resume()
            }
        }
    }

    private func hear(_ notice: FileWatcher.Notice) {
        switch notice {
        case .began: hasBegun = true
        case .changed: changes += 1
        case .failed: failures += 1
        }
        if let waiting, waiting.isMet() { stopWaiting() }
    }

    private func stopWaiting() {
        waiting?.continuation.resume()
        waiting = nil
    }

    /// Returns after this many changes since the start.
    func hear(_ count: Int) async { await hear { [unowned self] in changes >= count } }

    /// Returns when the condition holds, checked after each notice. The suite's time limit, which cancels the test,
    /// ends the wait.
    func hear(until isMet: @escaping () -> Bool) async {
        guard !isMet() else { return }
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiting = (isMet, $0) }
        } onCancel: {
            Task { @MainActor in stopWaiting() }
        }
    }
}

/// A shell script that changes files in a directory where `conf/settings` is watched.
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
@Suite("A file watcher", .holdsDescriptors, .timeLimit(.minutes(20))) struct FileWatcherTests {
    private let folder = try? TemporaryFolder()

    private func path() throws -> String { try #require(folder).path }

    private func run(_ script: String) throws {
        #expect(try TestProgram(script: "set -e\n" + script, in: path()).run().status == 0)
    }

    nonisolated static let changes = [
        Change("is written to", "echo new >conf/settings"),
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
        Change("appears with its directory", after: ":", "mkdir conf; echo new >conf/settings"),
        Change("is moved away with its directory", "mv conf conf.old"),
        Change(
            "is a link to a file that is written to", after: "mkdir conf; echo old >real; ln -s ../real conf/settings",
            "echo new >real"),
        Change(
            "is a link to a file that is replaced", after: "mkdir conf; echo old >real; ln -s ../real conf/settings",
            "sed -i s/old/new/ real"),
        Change(
            "is a link that is changed", after: "mkdir conf; echo a >a; echo b >b; ln -s ../a conf/settings",
            "ln -sf ../b conf/settings"),
        Change("is a link to a file that appears", after: "mkdir conf; ln -s ../real conf/settings", "echo new >real"),
        Change(
            "is below a link that is changed", after: "mkdir a b; echo a >a/settings; ln -s a conf",
            "ln -sfn b conf"),
        Change(
            "is below a link whose directory is replaced", after: "mkdir a; echo a >a/settings; ln -s a conf",
            "mv a b"),
        Change(
            "has a file in place of its directory", after: "echo x >conf",
            "rm conf; mkdir conf; echo new >conf/settings"),
    ]

    @Test(
        "Steps of an editor are reported once, when they are done",
        arguments: changes.filter { $0.script.contains("; ") || $0.script.contains("sed") })
    func once(change: Change) async throws {
        try run(change.before)
        let file = try path() + "/conf/settings"
        let ear = await Ear([.file(file)], settlingTime: .seconds(1))
        try run(change.script)
        await ear.hear(1)
        #expect(ear.changes == 1)
    }

    @Test("A change is reported, and the file is still watched after it", arguments: changes)
    func again(change: Change) async throws {
        try run(change.before)
        let file = try path() + "/conf/settings"
        let ear = await Ear([.file(file)])
        try run(change.script)
        await ear.hear(1)
        let heard = ear.changes
        try run("rm -rf conf; mkdir conf")
        await ear.hear(heard + 1)
        try run("echo newer >conf/settings")
        await ear.hear { (try? String(contentsOfFile: file, encoding: .utf8)) == "newer\n" && ear.changes > heard + 1 }
    }

    @Test(
        "ignores",
        arguments: [
            (
                "another file in the directory that is written, renamed and removed",
                "echo x >conf/other; mv conf/other conf/o; rm conf/o"
            ),
            ("another file in the directory whose permissions change", "chmod 600 conf/neighbour"),
            ("a reader", "cat conf/settings; ls conf"),
            ("files in the parent directories", "echo x >x; mv x y; mkdir z; rmdir z"),
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
        "reports changes of every file of a directory, and of the directory itself",
        arguments: ["echo x >parts/x", "chmod +x parts/hook", "rm -r parts"])
    func wholeFolder(script: String) async throws {
        try run("mkdir parts; echo x >parts/hook")
        let parts = try path() + "/parts"
        let ear = await Ear([.folder(parts)])
        try run(script)
        await ear.hear(1)
    }

    @Test(
        "waits until a directory on the way, the file, or a directory with files becomes readable",
        arguments: ["conf", "conf/settings", "conf/parts"])
    func forbidden(name: String) throws {
        try run("mkdir conf conf/parts; echo old >conf/settings; chmod 000 \(name)")
        let folder = try path()
        let paths = try asNobody {
            try WatchedPaths([.file(folder + "/conf/settings"), .folder(folder + "/conf/parts")])
        }
        try run("cd $(dirname \(name)); touch other; chmod 600 other")
        #expect(!paths.inotify.read().contains(where: paths.concerns))
        try run("chmod 755 \(name)")
        #expect(paths.inotify.read().contains(where: paths.concerns))
        try run("mv \(name) gone")
        #expect(paths.inotify.read().contains(where: paths.concerns))
    }

    @Test("looks up its targets again after a change")
    func newTargets() async throws {
        let folder = try path()
        let ear = await Ear([.file(folder + (access(folder + "/first", F_OK) == 0 ? "/second" : "/first"))])
        try run("echo x >first")
        await ear.hear(1)
        try run("echo x >second")
        await ear.hear(2)
    }

    @Test("does not wait for a disk that does not respond, and misses nothing meanwhile")
    func silence() async throws {
        try run("mkdir conf; echo old >conf/settings")
        let disk = SlowDisk()
        let file = try path() + "/conf/settings"
        let ear = await Ear([.file(file)], on: disk)
        disk.fallSilent()
        ear.watcher?.renew()
        try run("echo new >conf/settings")
        // The main queue continues while the watches are set up.
        await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
        disk.answer()
        await ear.hear(1)
        #expect(ear.failures == 0)
    }

    @Test("reports that it stops watching if watches that are made while a change settles cannot be made")
    func brokenRenewal() async throws {
        try run("mkdir conf; echo old >conf/settings")
        let disk = SlowDisk()
        let file = try path() + "/conf/settings"
        let ear = await Ear([.file(file)], on: disk)
        disk.fallSilent()
        try run("echo new >conf/settings")
        ear.watcher?.renew()
        // Before these watches are made, the change asks for others, which wait while the change is reported.
        disk.answerOnce()
        await ear.hear(1)
        disk.fail()
        await ear.afterMaking()
        #expect(ear.failures == 1)
    }

    @Test("that is renewed reports changes that it had noticed or not read yet", arguments: [true, false])
    func renewed(isHeard: Bool) async throws {
        try run("mkdir conf; echo old >conf/settings")
        let file = try path() + "/conf/settings"
        let ear = await Ear([.file(file)])
        try run("echo new >conf/settings")
        // The event source may or may not run before the renewal.
        if isHeard { await Task.yield() }
        ear.watcher?.renew()
        await ear.hear(1)
    }

    @Test("reports a change when the kernel's queue has overflowed")
    func overflow() throws {
        try run("mkdir conf")
        let paths = try WatchedPaths([.file(path() + "/conf/settings")])
        #expect(paths.concerns(Inotify.Event(watch: -1, name: nil)))
    }

    @Test("stops at a link to itself")
    func loop() throws {
        try run("mkdir conf; ln -s settings conf/settings")
        let paths = try WatchedPaths([.file(path() + "/conf/settings")])
        try run("rm conf/settings")
        #expect(paths.inotify.read().contains(where: paths.concerns))
    }
}

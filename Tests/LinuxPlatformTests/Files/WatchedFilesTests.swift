// SPDX-License-Identifier: MIT
import Foundation
import Glibc
import Synchronization
import Systemd
import TestSupport
import Testing
import Tracker

@testable import LinuxPlatform

/// A kernel with a limited number of inotify instances.
private nonisolated final class Kernel: Sendable {
    let instances: Mutex<Int>

    init(instances: Int) { self.instances = Mutex(instances) }

    func watch(_ targets: [FileWatcher.Target]) throws(SystemError) -> WatchedPaths {
        let isLeft = instances.withLock { left in
            left -= 1
            return left >= 0
        }
        guard isLeft else { throw SystemError("inotify_init1", number: EMFILE) }
        return try WatchedPaths(targets)
    }
}

@Suite("The files that the service watches", .holdsDescriptors, .timeLimit(.minutes(20))) @MainActor
struct WatchedFilesTests {
    private let folder: TemporaryFolder
    private let news: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init() throws {
        folder = try TemporaryFolder()
        (news, continuation) = AsyncStream.makeStream()
    }

    private let complaint = """
        Cannot watch the settings for changes: inotify_init1: Too many open files. Raise fs.inotify.max_user_instances \
        with sysctl(8), or end programs that watch files, and then run: systemctl --user reload suntrackerd
        """

    private func files(_ kernel: Kernel) -> FileWatcher {
        FileWatcher(
            of: "the settings", { [path = folder.path("followed")] in [.file(path)] }, on: Worker("test"),
            watch: { targets throws(SystemError) in try kernel.watch(targets) },
            log: { [continuation] line, _ in continuation.yield(line) },
            then: { [continuation] in continuation.yield("change") })
    }

    @Test("that cannot be watched are reported with a remedy; after a reload they are watched, and count as changed")
    func retried() async throws {
        let kernel = Kernel(instances: 0)
        let files = files(kernel)
        var news = news.makeAsyncIterator()
        #expect(await news.next() == complaint)
        kernel.instances.withLock { $0 = 9 }
        files.renew()
        #expect(await news.next() == "Watching the settings for changes again")
        #expect(await news.next() == "change")
        try folder.write("new", to: "followed")
        #expect(await news.next() == "change")
    }

    @Test(
        "that cannot be watched are reported with the limit that is too low",
        arguments: [
            ("inotify_init1", EMFILE, "Raise fs.inotify.max_user_instances with sysctl(8), ", "reload"),
            ("inotify_add_watch /a", ENOSPC, "Raise fs.inotify.max_user_watches with sysctl(8), ", "reload"),
            ("eventfd", EMFILE, "Raise LimitNOFILE= or ulimit -n, ", "restart"),
            ("eventfd", ENFILE, "Raise fs.file-max with sysctl(8), ", "reload"),
        ])
    func remedies(call: String, number: Int32, start: String, command: String) {
        let remedy = FileWatcher.remedy(for: SystemError(call, number: number))
        #expect(remedy.hasPrefix(start))
        #expect(remedy.hasSuffix(", and then run: systemctl --user \(command) suntrackerd"))
    }

    @Test("that can no longer be watched are reported after a change, and so is the change")
    func lost() async throws {
        let kernel = Kernel(instances: 0)
        let files = files(kernel)
        var news = news.makeAsyncIterator()
        #expect(await news.next() == complaint)
        kernel.instances.withLock { $0 = 1 }
        files.renew()
        #expect(await news.next() == "Watching the settings for changes again")
        #expect(await news.next() == "change")
        // If a watch cannot be replaced, the earlier one stays.
        files.renew()
        try folder.write("new", to: "followed")
        #expect(await news.next() == complaint)
        #expect(await news.next() == "change")
        withExtendedLifetime(files) {}
    }
}

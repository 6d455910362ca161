import Glibc
import LinuxPlatform
import Systemd
import Testing
import Tracker

@testable import SuntrackerDaemon

/// A kernel with a limited number of inotify instances.
@MainActor
private final class Kernel {
    private final class Watcher {}

    var instances = 0
    var handlers: [@MainActor (FileWatcher.Notice) -> Void] = []
    var log: [String] = []

    func files() -> FollowedFiles {
        FollowedFiles { [self] _, handler throws(SystemError) in
            guard instances > 0 else { throw SystemError("inotify_init1", number: EMFILE) }
            instances -= 1
            handlers.append(handler)
            return Watcher()
        } log: { [self] line, _ in
            log.append(line)
        }
    }
}

@Suite("The files that the service watches") @MainActor struct FollowedFilesTests {
    private let complaint = """
        Changes of the settings are not noticed: inotify_init1: Too many open files. Raise fs.inotify.max_user_instances \
        with sysctl(8), or end programs that watch files, and then run: systemctl --user reload suntrackerd
        """

    @Test("that cannot be watched at the start are reported with a remedy, and watched after a reload")
    func retried() {
        let kernel = Kernel()
        let files = kernel.files()
        var changes = 0
        files.follow("the settings", { [] }) { changes += 1 }
        #expect(kernel.log == [complaint])
        kernel.instances = 1
        files.renew()
        #expect(kernel.log == [complaint, "Changes of the settings are noticed again"])
        kernel.handlers.first?(.changed)
        #expect(changes == 1)
        files.renew()
        #expect(kernel.log.count == 2, "a watch that cannot be replaced stays")
        kernel.handlers.first?(.changed)
        #expect(changes == 2)
    }

    @Test("that can no longer be watched are reported, and watched after a reload")
    func lost() {
        let kernel = Kernel()
        kernel.instances = 2
        let files = kernel.files()
        var changes = 0
        files.follow("the settings", { [] }) { changes += 1 }
        kernel.handlers.first?(.failed(SystemError("inotify_init1", number: EMFILE)))
        #expect(kernel.log == [complaint])
        files.renew()
        kernel.handlers.last?(.changed)
        #expect(changes == 1)
    }

    @Test("are watched anew after a reload, since a file system may have been mounted over them")
    func mountedOver() {
        let kernel = Kernel()
        kernel.instances = 2
        let files = kernel.files()
        var changes = 0
        files.follow("the settings", { [] }) { changes += 1 }
        files.renew()
        #expect(kernel.handlers.count == 2)
        kernel.handlers.last?(.changed)
        #expect(changes == 1)
        #expect(kernel.log == [])
    }
}

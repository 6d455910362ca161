// SPDX-License-Identifier: MIT
import Glibc
import TestSupport
import Testing

@testable import LinuxPlatform

/// These tests run in separate processes, because libsystemd reads the environment.
@Suite("The notifications of the service manager") struct SystemdStatusTests {
    /// The texts that the manager receives.
    @MainActor
    private static func received(
        _ changes: [String: String?] = [:], of notify: (SystemdStatus) -> Void
    ) throws -> [String] {
        let socket = try DatagramSocket()
        let own = String(getpid())
        let variables = [
            "NOTIFY_SOCKET": socket.path, "SYSTEMD_EXEC_PID": own, "WATCHDOG_USEC": "60000000", "WATCHDOG_PID": own,
        ].merging(changes) { $1 }
        for (name, value) in variables {
            if let value { setenv(name, value, 1) } else { unsetenv(name) }
        }
        notify(SystemdStatus(environment: .ofProcess))
        var datagrams: [String] = []
        while let next = socket.next() { datagrams.append(next) }
        return datagrams
    }

    @Test("are as in sd_notify(3)")
    func assignments() async {
        await #expect(processExitsWith: .success) {
            try await MainActor.run {
                let texts = try Self.received { status in
                    status.ready()
                    status.stopping()
                    for text in ["Next: sunset\nat 16:40", "Next: sunset\r\nMAINPID=1\r\n", "in \u{FFFE}\0x\u{1B}[2Jy"]
                    {
                        status.status(text)
                    }
                    status.alive(again: .milliseconds(1500))
                    status.alive(again: nil)
                }
                #expect(
                    texts == [
                        "READY=1", "STOPPING=1", "STATUS=Next: sunset at 16:40", "STATUS=Next: sunset MAINPID=1",
                        "STATUS=in \u{FFFD} x [2Jy", "WATCHDOG_USEC=31500000\nWATCHDOG=1",
                        "WATCHDOG_USEC=31536000000000\nWATCHDOG=1",
                    ])
                let reload = try Self.received { $0.reloading() }
                #expect(reload.first?.hasPrefix("RELOADING=1\nMONOTONIC_USEC=") == true)
            }
        }
    }

    @Test("are sent only by the process that the manager has started")
    func isOurs() async {
        await #expect(processExitsWith: .success) {
            try await MainActor.run {
                // Three cases: a child of a compositor that is a service with NotifyAccess=all; a container's manager,
                // which names no process; no manager.
                for changes in [["SYSTEMD_EXEC_PID": "1"], ["SYSTEMD_EXEC_PID": nil], ["NOTIFY_SOCKET": nil]] {
                    let texts = try Self.received(changes) { $0.ready() }
                    #expect(texts == [], "\(changes)")
                }
            }
        }
    }

    @Test("say that the service is alive only if the manager watches this process")
    func watchdog() async {
        await #expect(processExitsWith: .success) {
            try await MainActor.run {
                for changes in [["WATCHDOG_USEC": nil], ["WATCHDOG_USEC": "0"], ["WATCHDOG_PID": "1"]] {
                    let texts = try Self.received(changes) { $0.alive(again: .seconds(1)) }
                    #expect(texts == [], "\(changes)")
                }
                let texts = try Self.received(["WATCHDOG_PID": nil]) { $0.alive(again: .seconds(1)) }
                #expect(texts.count == 1)
            }
        }
    }
}

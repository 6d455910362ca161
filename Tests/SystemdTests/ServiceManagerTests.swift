import CSystemd
import Glibc
import Testing

@testable import Systemd

@Suite("The notifications of the service manager") struct ServiceManagerTests {
    @Test(
        "are as in sd_notify(3)",
        arguments: [
            (ServiceManager.Message.ready, "READY=1"),
            (.stopping, "STOPPING=1"),
            (.status("Next: sunset\nat 16:40"), "STATUS=Next: sunset at 16:40"),
            (.status("Next: sunset\r\nMAINPID=1\r\n"), "STATUS=Next: sunset MAINPID=1"),
            (.status("Next: sunset in \u{FFFE}\0x\u{1B}[2Jy"), "STATUS=Next: sunset in \u{FFFD} x [2Jy"),
            (.watchdog(.milliseconds(1500)), "WATCHDOG_USEC=1500000\nWATCHDOG=1"),
            (.watchdog(.zero), "WATCHDOG_USEC=1\nWATCHDOG=1"),
            (.watchdog(nil), "WATCHDOG_USEC=31536000000000\nWATCHDOG=1"),
        ])
    func assignments(message: ServiceManager.Message, text: String) {
        #expect(message.assignments == text)
    }

    @Test("have the time of a reload")
    func reloading() {
        #expect(ServiceManager.Message.reloading.assignments.hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
    }
}

@Suite("The service manager") struct ServiceManagerSocketTests {
    private static let ours = [
        "NOTIFY_SOCKET": "/run/user/1000/systemd/notify", "SYSTEMD_EXEC_PID": "42", "WATCHDOG_USEC": "60000000",
        "WATCHDOG_PID": "42",
    ]

    @Test(
        "exists only for the process that it has started",
        arguments: [
            ("started by systemd", [:], true),
            ("an abstract socket", ["NOTIFY_SOCKET": "@/org/freedesktop/systemd1/notify"], true),
            ("no socket", ["NOTIFY_SOCKET": nil], false),
            ("an empty socket", ["NOTIFY_SOCKET": ""], false),
            ("a socket of another family", ["NOTIFY_SOCKET": "vsock:2:1234"], false),
            // A compositor that is a service, with NotifyAccess=all, and a terminal in it.
            ("a child of a service", ["SYSTEMD_EXEC_PID": "41"], false),
            ("a container's manager, which names no process", ["SYSTEMD_EXEC_PID": nil], false),
        ] as [(String, [String: String?], Bool)])
    func isOurs(name: String, changes: [String: String?], isOurs: Bool) {
        let environment = Self.ours.merging(changes.compactMapValues { $0 }) { $1 }
            .filter { !(changes.keys.contains($0.key) && changes[$0.key] == .some(nil)) }
        #expect((ServiceManager(environment: environment, processID: 42) != nil) == isOurs)
    }

    @Test(
        "receives WATCHDOG=1 only if it watches this process",
        arguments: [
            ("WatchdogSec=1min", [:], true),
            ("WatchdogSec=0", ["WATCHDOG_USEC": nil], false),
            ("no span", ["WATCHDOG_USEC": "0"], false),
            ("another process", ["WATCHDOG_PID": "41"], false),
            ("any process", ["WATCHDOG_PID": nil], true),
        ] as [(String, [String: String?], Bool)])
    func watchdog(name: String, changes: [String: String?], isTold: Bool) throws {
        let socket = try NotifySocket()
        var environment = Self.ours.merging(changes.compactMapValues { $0 }) { $1 }
            .filter { !(changes.keys.contains($0.key) && changes[$0.key] == .some(nil)) }
        environment["NOTIFY_SOCKET"] = socket.path
        let manager = try #require(ServiceManager(environment: environment, processID: 42))
        try manager.notify(.watchdog(.seconds(1)))
        #expect(socket.next() == (isTold ? "WATCHDOG_USEC=1000000\nWATCHDOG=1" : nil))
        try manager.notify(.ready, .status("Next: sunset"))
        #expect(socket.next() == "READY=1\nSTATUS=Next: sunset")
    }

    @Test("is reached by an abstract name and by a path")
    func abstract() throws {
        let socket = try NotifySocket(isAbstract: true)
        let environment = ["NOTIFY_SOCKET": socket.path, "SYSTEMD_EXEC_PID": "42"]
        try #require(ServiceManager(environment: environment, processID: 42)).notify(.stopping)
        #expect(socket.next() == "STOPPING=1")
    }

    @Test(
        "causes an error if it is gone or its name is too long",
        arguments: ["/nowhere/notify", "/" + String(repeating: "x", count: 200)])
    func gone(path: String) throws {
        let manager = try #require(
            ServiceManager(environment: ["NOTIFY_SOCKET": path, "SYSTEMD_EXEC_PID": "42"], processID: 42))
        #expect(throws: SystemError.self) { try manager.notify(.ready) }
    }
}

/// A socket like that of a service manager.
private final class NotifySocket {
    let path: String
    private let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0)

    init(isAbstract: Bool = false) throws {
        path = (isAbstract ? "@suntracker-" : "/tmp/suntracker-") + String(UInt64.random(in: 0...UInt64.max), radix: 36)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let name = Array(path.utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        if isAbstract { address.sun_path.0 = 0 }
        let length = socklen_t(2 + name.count + (isAbstract ? 0 : 1))
        let result = withUnsafeBytes(of: &address) {
            bind(descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), length)
        }
        try #require(result == 0)
    }

    /// The next datagram; nil if there is none.
    func next() -> String? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
    }

    deinit {
        close(descriptor)
        if path.hasPrefix("/") { unlink(path) }
    }
}

@Suite("An error of the system") struct SystemErrorTests {
    @Test("names the call and the cause")
    func description() {
        #expect(SystemError("open /nowhere", number: 2).description == "open /nowhere: No such file or directory")
    }
}

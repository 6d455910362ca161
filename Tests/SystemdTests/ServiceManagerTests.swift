import Testing

@testable import Systemd

@Suite("What the service manager is told") struct ServiceManagerTests {
    @Test(
        "as sd_notify(3) has it",
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

    @Test("a reload carries the time of its request")
    func reloading() {
        #expect(ServiceManager.Message.reloading.assignments.hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
    }
}

@Suite("An error of the system") struct SystemErrorTests {
    @Test("names the call and what happened")
    func description() {
        #expect(SystemError("open /nowhere", number: 2).description == "open /nowhere: No such file or directory")
    }
}

// SPDX-License-Identifier: MIT
import TestSupport
import Testing

@testable import LinuxPlatform
@testable import Tracker

@Suite("The login") struct UserLoginTests {
    private let folder = try? TemporaryFolder()

    private func login(_ manager: String?, boot: String? = "boot") throws -> String? {
        let folder = try #require(folder)
        // Each field is its number in proc_pid_stat(5), except for the name of the program.
        let fields = (3...52).map(String.init).joined(separator: " ")
        try folder.write("7 (sys) (d 1) \(fields)\n", to: "7/stat")
        let environment = Environment(manager.map { ["MANAGERPID": $0] } ?? [:])
        return Login(environment: environment, boot: boot, processes: folder.path)?.id
    }

    @Test("is the boot, the process of the user manager and the time at which that process started")
    func manager() throws { #expect(try login("7") == "boot:7:22") }

    @Test("is unknown without a user manager or a boot", arguments: [nil, "", "0", "8", "-7", "x"])
    func unknown(manager: String?) throws {
        #expect(try login(manager) == nil)
        #expect(try login("7", boot: nil) == nil)
    }
}

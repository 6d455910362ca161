// SPDX-License-Identifier: MIT
import Systemd
import Testing

@Suite("The directories of user units") struct UserUnitFoldersTests {
    @Test("include the administrator's, then the vendor's")
    func order() throws {
        let folders = userUnitFolders()
        let administrator = try #require(folders.firstIndex(of: "/etc/systemd/user"))
        let vendor = try #require(folders.firstIndex(of: "/usr/lib/systemd/user"))
        #expect(administrator < vendor)
        #expect(folders.allSatisfy { $0.hasPrefix("/") })
    }
}

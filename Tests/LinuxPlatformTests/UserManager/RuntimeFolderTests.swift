// SPDX-License-Identifier: MIT
import Systemd
import TestSupport
import Testing

@testable import LinuxPlatform

@Suite("The directory of the user's bus") struct RuntimeFolderTests {
    @Test("may have any name", arguments: ["plain", "a,b;c=d", "50%41", "ä b"])
    @MainActor
    func name(name: String) throws {
        let folder = try TemporaryFolder()
        let bus = try PrivateBus()
        // Not in the other directory, whose path may be too long for a socket.
        try bus.folder.link(name, to: ".")
        let environment = Environment(["XDG_RUNTIME_DIR": bus.folder.path(name)])
        #expect(environment.hasSessionBus)
        #expect(!Environment(["XDG_RUNTIME_DIR": folder.path]).hasSessionBus)
        #expect(throws: Never.self) { try UserManager(environment: environment) }
    }
}

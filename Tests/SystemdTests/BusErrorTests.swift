// SPDX-License-Identifier: MIT
import Testing

@testable import Systemd

@Suite("The error in the reply to a call") struct BusErrorTests {
    /// The names of sd-bus's own errors in libsystemd 252 and 262.
    @Test(
        "has one name for a lost connection and one for a timeout, whatever the version of libsystemd",
        arguments: [
            ("org.freedesktop.DBus.Error.NoReply", "Connection terminated"),
            ("org.freedesktop.DBus.Error.Disconnected", "Connection terminated"),
            ("org.freedesktop.DBus.Error.NoReply", "Method call timed out"),
            ("org.freedesktop.DBus.Error.Timeout", "Method call timed out"),
        ])
    func ownAnswers(name: String, message: String) {
        let error = BusError(answer: name, message: message)
        #expect(error == BusError(name: BusError.noReply, message: message))
        #expect((error == .connectionTerminated) == (message == "Connection terminated"))
    }

    @Test("otherwise has the name from the called program")
    func others() {
        #expect(BusError(answer: BusError.serviceUnknown, message: "no").name == BusError.serviceUnknown)
    }
}

import Testing

@testable import Systemd

@Suite("The error that a call is answered with") struct BusErrorTests {
    /// The names of sd-bus's own answers in libsystemd 252 and 262.
    @Test(
        "has one name for the end of the connection and of the time, whatever the version of libsystemd",
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

    @Test("has the name that the callee gave it otherwise")
    func others() {
        #expect(BusError(answer: BusError.serviceUnknown, message: "no").name == BusError.serviceUnknown)
    }
}

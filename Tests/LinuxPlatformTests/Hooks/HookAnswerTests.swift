import Systemd
import Testing
import Tracker

@testable import LinuxPlatform

@Suite("The user manager's answer to the request for a hook") struct HookAnswerTests {
    private static func error(_ name: String, _ message: String = "x") -> Result<[BusValue], BusError> {
        .failure(BusError(name: name, message: message))
    }

    @Test(
        "is classified",
        arguments: [
            (.success([.objectPath("/job/1")]), true, .starts(job: "/job/1")),
            (.success([]), true, .ends(.notStarted("the answer is not a job"))),
            (error("org.freedesktop.systemd1.UnitExists"), true, .ends(.runs)),
            (error("org.freedesktop.systemd1.NoSuchUnit"), true, .ends(.noUnit)),
            // After a new start of the bus, the manager connects a moment later; the answers of dbus-daemon and dbus-broker.
            (error(BusError.nameHasNoOwner), true, .managerIsAway),
            (error(BusError.serviceUnknown), true, .managerIsAway),
            // sd-bus's answers when the bus has ended, and after the timeout.
            (error(BusError.noReply, "Connection terminated"), false, .lost),
            (
                error(BusError.noReply, "Method call timed out"), true,
                .ends(.unanswered("the user manager: org.freedesktop.DBus.Error.NoReply: Method call timed out"))
            ),
            // The answers of dbus-daemon and dbus-broker when the manager has left.
            (
                error(BusError.noReply, "Message recipient disconnected from message bus without replying"), true,
                .lost
            ), (error(BusError.noReply, "Remote peer disconnected"), true, .lost),
            // The bus has ended since, but the manager has answered.
            (error("org.freedesktop.systemd1.UnitExists"), false, .ends(.runs)),
            (
                error("org.freedesktop.DBus.Error.InvalidArgs", "no"), true,
                .ends(.notStarted("the user manager: org.freedesktop.DBus.Error.InvalidArgs: no"))
            ),
        ] as [(Result<[BusValue], BusError>, Bool, HookAnswer)])
    func meaning(answer: Result<[BusValue], BusError>, isConnected: Bool, meaning: HookAnswer) {
        #expect(HookAnswer(answer, isConnected: isConnected) == meaning)
    }
}

import LinuxPlatform
import Solar
import TestSupport
import Testing

@testable import DesktopNotifications
@testable import Tracker

@Suite("The session with the notification server")
nonisolated struct NotificationSessionTests {
    private static let deadline = at("2026-11-21T23:50:00Z")

    private func failure(at now: Instant, environment: [String: String]) -> Popup.Failure? {
        let popup = Popup(
            id: Popup.ID(number: 1), tag: "sunset", summary: "Sunset", body: "16:40", opensPage: false,
            deadline: Self.deadline, in: .english)
        let session = NotificationSession(
            environment: Environment(environment), memory: .init(), now: { now }, handler: { _ in })
        return withExtendedLifetime(session) { session.show(popup, icon: nil) }
    }

    @Test("sends nothing if the popup's deadline has passed while others were shown")
    func late() {
        // Nothing listens there, so a call would return an error.
        let bus = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"]
        let late = failure(at: Self.deadline + .microseconds(1), environment: bus)
        #expect(late == .unreachable("the notification server did not answer until it was too late"))
        guard case .noBus = failure(at: Self.deadline, environment: [:]) else {
            Issue.record("not late, but without a bus")
            return
        }
    }
}

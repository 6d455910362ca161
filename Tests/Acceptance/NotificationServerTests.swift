// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The installed service with real notification servers on real screens, in scenarios/server.bash. The screenshots are
/// kept in .build/results/server-NAME.
@Suite(.unless(TestBed.obstacleToOthers), .timeLimit(ConcurrencyLimit.timeLimit))
struct NotificationServerTests {
    /// For how many seconds a server is stopped: longer than any time limit.
    private static let hang = 70

    @Test(
        "The server keeps running, shows each popup once with its icon, and a click opens the page",
        arguments: NotificationServer.chosen)
    func serves(server: NotificationServer) async throws {
        let found = try await TestBed.run(
            "server", ["SERVER": server.rawValue, "HANG": "\(Self.hang)"], root: TestBed.withCityFixes,
            with: server.packages, as: "server-\(server.rawValue)")
        let again = ["expired", "dismissed", "clicked", "outlived", "renewed"]
        let steps = [
            "sunrise", "sunset", "previews", "restarted", "one", "refused", "mended", "foreign", "killed", "hung",
            "replaced",
        ]
        for step in steps + again + ["days"] {
            #expect(try found.fact("\(step).lives") == "yes", "\(step): the server keeps running, as the same process")
        }
        let asked = try found.askedPopups()
        for popup in asked {
            // mako crashes on requests with both (https://github.com/emersion/mako/issues/653).
            #expect(popup.replaces == 0 || popup.tag.isEmpty, "\(popup.step): by its number or its tag, not by both")
            #expect(popup.number != 0 || !popup.refusal.isEmpty || popup.step == "killed", "\(popup.step): unanswered")
            #expect(popup.refusal.isEmpty, "\(popup.step): \(popup.refusal)")
            // These popups are about the settings.
            guard !["refused", "mended"].contains(popup.step) else { continue }
            // Another server shows the popup of the last step.
            let isPlain = popup.step == "replaced" || popup.summary.contains(" in \(server.shownPlace)")
            #expect(isPlain, "\(popup.step): a summary is plain text: \(popup.summary)")
            #expect(popup.actions.contains("default"), "\(popup.step): a click can open the page")
        }
        let counts = [
            "sunrise": 1, "sunset": 1, "previews": 2, "restarted": 3, "one": 1, "refused": 1, "mended": 1, "hung": 1,
            "replaced": 3,
        ]
        for (step, count) in counts { #expect(asked.count { $0.step == step } == count, "\(step): requests") }
        for step in again { #expect(asked.count { $0.step == step } == 2, "\(step): requests") }

        // The icons on the screen.
        #expect(try found.icons("none") == 0, "an icon is found on an empty screen")
        for step in ["sunrise", "sunset", "previews", "restarted", "one", "hung", "replaced"] {
            #expect(try found.icons(step) > 0, "\(step): the popup is visible, with the icon")
        }
        for step in ["previews", "restarted", "one", "hung", "replaced"] {
            #expect(
                ["1", "-"].contains(try found.fact("\(step).listed")), "\(step): the server lists one popup")
            #expect(try found.icons(step) == found.icons("one"), "\(step): one popup on the screen")
        }

        // The same kind again, when the first popup has been on the screen.
        for step in again {
            if !server.keepsPopups { #expect(try found.icons("\(step).gone") == 0, "\(step): the first popup is gone") }
            #expect(try found.icons(step) == found.icons("one"), "\(step): the second popup is on the screen")
        }
        // Two sunrises and two sunsets. A popup that stays is replaced on the second day.
        for (day, number) in [(1, 1), (2, server.keepsPopups ? 2 : 1), (3, server.keepsPopups ? 2 : 1)] {
            #expect(try found.icons("days\(day)") == number * found.icons("one"), "event \(day) of two days")
        }
        #expect(try found.icons("days4") == found.icons("days3"), "the sunset of the second day")

        #expect(try found.icons("refused") > 0, "the error is visible")
        #expect(try found.icons("mended") == 0, "it is gone")
        // Reason 3, not expired (1) or dismissed by the user (2): Desktop Notifications Specification,
        // "NotificationClosed".
        #expect(asked.first { $0.step == "mended" }?.closed == 3, "the program has closed it")

        if server.isClicked { #expect(try found.fact("clicked.page").contains("/suntracker"), "the page opens") }
        #expect(try found.fact("foreign.wakeups") == "0", "popups of other programs wake the service")

        #expect(try found.entries("killed").count <= 2)
        // The kill comes before or after the reply, as fast as the machine is.
        let wasShown = try found.fact("killed.ledger") == "announced"
        #expect(asked.count { $0.step == "killed" } == (wasShown ? 1 : 2), "only what was not shown is requested again")
        if wasShown && server.removesPopupsOfEndedPrograms {
            #expect(try found.icons("killed") == 0, "the popup is removed with the service")
        } else if try wasShown || found.fact("capabilities").contains("x-canonical-private-synchronous") {
            #expect(try found.icons("killed") == found.icons("one"), "one popup is visible after the crash")
        } else {
            // Without tags, the next run cannot replace a popup whose number the service did not receive.
            #expect(try found.icons("killed") > 0, "the popup is visible after the crash")
        }
        #expect(try found.entries("hung.not_shown").isEmpty, "the popup of a server that had hung is not lost")
        #expect(try found.recordedPopups("replaced").count == 1, "the server that replaced it shows the next popup")
    }
}

extension Results {
    /// A popup that was requested from a real server, and its outcome (scenarios/servers/popups).
    struct AskedPopup: Decodable {
        let step: String
        let replaces: Int
        let tag: String
        let summary: String
        let body: String
        let actions: [String]
        /// The server's number for the popup; 0 without a reply.
        let number: Int
        /// The server's reason for closing the popup; 0 if it did not.
        let closed: Int
        /// The server's error; empty without one.
        let refusal: String
    }

    /// The popups that were requested from a real server, in order.
    func askedPopups() throws -> [AskedPopup] { try values("asked.json") }

    /// The number of icons in the screenshot of this step (scenarios/servers/count-icons).
    func icons(_ step: String) throws -> Int {
        let counted = try fact("\(step).icons").prefix { $0 != " " }
        return try #require(Int(counted), "no number of icons: \(counted)")
    }
}

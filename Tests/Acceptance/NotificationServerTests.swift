import Foundation
import Testing

/// The installed service with real notification servers on real screens. What is done is in scenarios/server.bash; the
/// pictures of the screens stay in .build/results/server-NAME.
@Suite(
    .enabled(if: TestBed.obstacleToOthers == nil, Comment(rawValue: TestBed.obstacleToOthers ?? "")),
    .timeLimit(Turns.timeLimit))
struct NotificationServerTests {
    /// For how many seconds a server is made to hang, longer than any time-out.
    private static let hang = 70

    @Test("SUNTRACKER_SERVERS names no server that there is not")
    func names() {
        #expect(NotificationServer.unknown.isEmpty)
    }

    @Test(
        "The server lives on, shows each popup with its icon, stacks none that replaces another, and a click opens",
        arguments: NotificationServer.chosen)
    func serves(server: NotificationServer) async throws {
        let found = try await TestBed.run(
            "server", ["SERVER": server.rawValue, "HANG": "\(Self.hang)"], root: TestBed.withCityFixes,
            with: server.packages, as: "server-\(server.rawValue)")
        let steps = ["sunrise", "sunset", "previews", "restarted", "click", "foreign", "killed", "hung", "replaced"]
        for step in steps {
            #expect(try found.fact("\(step).lives") == "yes", "\(step): the server lives on, as the same process")
        }
        let asked = try found.askedPopups()
        for popup in asked {
            // mako dies of both (https://github.com/emersion/mako/issues/653).
            #expect(popup.replaces == 0 || popup.tag.isEmpty, "\(popup.step): by its number or its tag, never by both")
            #expect(popup.number != 0 || !popup.refusal.isEmpty || popup.step == "killed", "\(popup.step): unanswered")
            #expect(popup.refusal.isEmpty, "\(popup.step): \(popup.refusal)")
            // One of the last step is shown by another server.
            let isPlain = popup.step == "replaced" || popup.summary.contains(" in \(server.shownPlace)")
            #expect(isPlain, "\(popup.step): a summary is plain text: \(popup.summary)")
            #expect(popup.actions.contains("default"), "\(popup.step): a click can open the page")
        }
        let counts = ["sunrise": 1, "sunset": 1, "previews": 2, "restarted": 3, "click": 1, "hung": 1, "replaced": 3]
        for (step, count) in counts { #expect(asked.count { $0.step == step } == count, "\(step): requests") }

        // What is on the screen.
        #expect(try found.icons("none") == 0, "the icon is found where none is")
        for step in ["sunrise", "sunset", "previews", "restarted", "click", "killed", "hung", "replaced"] {
            #expect(try found.icons(step) > 0, "\(step): the popup is seen, with the icon")
        }
        for step in ["previews", "restarted", "click", "hung", "replaced"] {
            #expect(
                ["1", "-"].contains(try found.fact("\(step).listed")), "\(step): one popup by the server's account")
            #expect(try found.icons(step) == found.icons("click"), "\(step): one popup on the screen")
        }

        if server.isClicked { #expect(try found.fact("click.page").contains("/suntracker"), "the page opens") }
        #expect(try found.fact("foreign.wakeups") == "0", "others' popups wake the service")

        #expect(try found.entries("killed").count <= 2)
        // Where the server knows no tags, and the service was killed before it had the popup's number, nobody can know
        // what to replace.
        let knowsTags = try found.fact("capabilities").contains("x-canonical-private-synchronous")
        if try knowsTags || found.fact("killed.ledger") == "announced" {
            #expect(try found.icons("killed") == found.icons("click"), "one popup is seen after the crash")
        }
        #expect(try found.entries("hung.not_shown").isEmpty, "what a server that hung has shown is not lost")
        #expect(try found.recordedPopups("replaced").count == 1, "the server that took its place shows the next one")
    }
}

extension Findings {
    /// A popup that a real server was asked for, and what became of it (scenarios/servers/popups).
    struct AskedPopup: Decodable {
        let step: String
        let replaces: Int
        let tag: String
        let summary: String
        let body: String
        let actions: [String]
        /// By the server's count; 0 where it has not answered.
        let number: Int
        /// Empty unless it has answered with an error.
        let refusal: String
    }

    /// What a real server was asked for, in order.
    func askedPopups() throws -> [AskedPopup] {
        try text("asked.json").split(separator: "\n").map { line in
            try JSONDecoder().decode(AskedPopup.self, from: Data(line.utf8))
        }
    }

    /// How often the icon is in the picture of that step (scenarios/servers/count-icons).
    func icons(_ step: String) throws -> Int {
        let counted = try fact("\(step).icons").prefix { $0 != " " }
        return try #require(Int(counted), "no number of icons: \(counted)")
    }
}

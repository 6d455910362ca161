import Foundation
import Testing

/// Texts on their way to a phone: by KDE Connect, and by the sample hook ntfy. The scenarios are scenarios/phone.bash
/// and scenarios/ntfy.bash. Both run on the same Debian 13, which is bootstrapped once.
///
/// `SUNTRACKER_TESTS=all SUNTRACKER_PHONE=1 swift test --filter PhoneTests` plays that of KDE Connect. It is not part of
/// every run: two kdeconnectd on one busy machine may not find each other.
@Suite(.unless(TestBed.obstacleToOthers), .timeLimit(ConcurrencyLimit.timeLimit))
struct PhoneTests {
    private static let packages = ["breeze-icon-theme", "curl", "kdeconnect", "ntfy", "wget"]

    @Test(
        "A popup reaches a paired device by KDE Connect, once its plugin is on",
        .enabled(if: ProcessInfo.processInfo.environment["SUNTRACKER_PHONE"] != nil, "SUNTRACKER_PHONE is not set"))
    func kdeConnect() async throws {
        let found = try await TestBed.run("phone", root: TestBed.withCityFixes, with: Self.packages)

        #expect(try found.fact("sends_unasked") == "b false", "the page says that it is off by default")
        #expect(try found.fact("shows_unasked") == "b true")
        for preview in ["first", "second", "third", "fourth"] { #expect(try found.fact("exit.\(preview)") == "0") }
        let asked = try found.recordedPopups("numbers")
        let popup = try #require(asked.last)
        #expect(asked.map(\.replaces) == ["0", popup.number])

        // The properties of each notification that the device has, as its kdeconnectd describes it on the bus.
        func received(_ name: String, _ property: String) throws -> [String] {
            try found.objects(name + ".json").map { reply in
                let properties = try #require((reply["data"] as? [[String: [String: Any]]])?.first)
                return "\(properties[property]?["data"] ?? "")"
            }
        }
        #expect(try received("tags", "internalId") == ["0", "1"], "a popup replaced by its tag stays")
        #expect(try received("tags", "appName") == ["Suntracker", "Suntracker"])
        #expect(try received("tags", "title") == [popup.summary, popup.summary])
        #expect(try received("tags", "text") == [popup.body, popup.body])
        #expect(try received("tags", "hasIcon") == ["false", "false"], "the page says that the icon does not arrive")
        let numbered = try received("numbers", "internalId")
        #expect(numbered.sorted() == ["0", "1", "2"], "one that was replaced by its number is replaced there, too")

        let shown = try found.recordedPopups("phone").dropFirst()
        #expect(shown.count == 4, "the screen of the device is asked for each")
        #expect(
            shown.allSatisfy { $0.summary == "Suntracker" && $0.body.hasPrefix("Preview: Sunset in A &amp; B &lt;i") })
        #expect(shown.last.map { $0.replaces != "0" } == true)
        #expect(try found.fact("applications") == "1", "the plugin lists the program")
    }

    @Test("The sample hook ntfy sends the texts to a real server, and says once why another does not take them")
    func ntfy() async throws {
        let found = try await TestBed.run("ntfy", root: TestBed.withCityFixes, with: Self.packages)

        #expect(try found.fact("linked") == "0", "off until somebody links it")
        let arrived = try found.objects("arrived.json").filter { $0["event"] as? String == "message" }
        let place = #"A & B <i>x</i> "q" \ %H"#
        let titles = arrived.compactMap { $0["title"] as? String }
        #expect(titles.sorted() == ["\"Lamps\" on 🌅 \(place)", "Sunset in \(place)"].sorted())
        let messages = arrived.compactMap { $0["message"] as? String }
        #expect(messages.contains(#"\n is no line, $HOME 100%"#))
        let popups = try found.notifications("sunset")
        #expect(popups.count == 2)
        #expect(messages.contains { $0.contains(" of daylight, ") && !$0.contains("\u{A0}") }, "\(messages)")
        #expect(try found.entries("failures").isEmpty)

        let requests: [[String: String]] = try found.values("requests.json")
        // Two programs and five answers, and the one that the service called.
        #expect(requests.count == 11)
        for request in requests.prefix(10) {
            #expect(request["path"] == "/" && request["type"] == "application/json")
            let body = try #require(request["body"])
            let message = try JSONDecoder().decode([String: String].self, from: Data(body.utf8))
            #expect(
                message == [
                    "topic": "sun-3f9c1b7a", "title": "Sunset in \"Tromsø\"", "message": "one\ntwo\t\u{1B}\u{1} \\ 🌅",
                ])
        }
        #expect(requests.prefix(10).count { $0["authorization"] == "Bearer tk_abc" } == 5, "those of curl")

        let failures = [
            ("200", "0", ""), ("403", "77", "refuses the message (status 403)"), ("500", "69", "the status 500"),
            ("301", "78", "sends to another address (status 30"), ("0", "69", "cannot be reached"),
            ("down", "69", "cannot be reached"),
        ]
        for (name, status, reason) in failures {
            for program in ["curl", "wget"] {
                let told = try found.text("\(program).\(name).txt")
                #expect(try found.fact("exit.\(program).\(name)") == status, "\(program): \(told)")
                #expect(told.split(separator: "\n").count == (name == "200" ? 0 : 1), "one line: \(told)")
                #expect(reason.isEmpty || told.contains(reason), "\(told)")
                let seconds = try #require(Int(found.fact("seconds.\(program).\(name)")))
                #expect(seconds < 25, "below the time limit of hooks")
            }
        }

        #expect(try found.fact("requests_when_refused") == "1", "not again after a restart")
        let refused = try found.entries("refused")
        #expect(refused.count == 1 && refused[0]["MESSAGE"]?.contains("failed with exit status 77") == true)
        #expect(
            try found.text("told.txt")
                == "ntfy: http://127.0.0.1:8081 refuses the message (status 403); it requires a Token= that may write to the "
                + "topic\n")
    }
}

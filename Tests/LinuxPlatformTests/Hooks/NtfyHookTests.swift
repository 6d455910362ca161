// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The sample hook ntfy, with a script in place of curl that records its input. scenarios/ntfy.bash uses the real curl,
/// wget and servers.
@Suite("The sample hook ntfy") struct NtfyHookTests {
    private static let settings = "# Mine\nServer=https://ntfy.example.org/\nTopic=sun-1\nToken=tk_secret\n"

    private static let sunset = [
        "SUNTRACKER_EVENT": "sunset", "SUNTRACKER_EVENT_TIME": "2026-11-21T23:40:00Z",
        "SUNTRACKER_SUMMARY": "Sunset in Denver", "SUNTRACKER_BODY": "16:40",
    ]

    private let home = try? TemporaryFolder()

    /// The result of a run.
    private struct Run {
        let status: Int32
        let errors: String
        /// The arguments of curl; nil if it did not run.
        let arguments: String?
        /// The configuration that curl read, as names and values.
        let sent: [(name: String, value: String)]

        func values(_ name: String) -> [String] { sent.filter { $0.name == name }.map(\.value) }
    }

    /// Runs the hook with these settings, and with a curl that prints this answer.
    private func run(
        _ environment: [String: String] = [:], of call: [String: String] = sunset, settings: String? = settings,
        mode: Int = 0o600, answer: String = "200 "
    ) throws -> Run {
        let home = try #require(home)
        let file = ".config/suntracker/ntfy.conf"
        if let settings {
            try home.write(settings, to: file)
            try home.setMode(mode, of: file)
        }
        let curl = "#!/bin/sh\necho \"$@\" >\"$HOME/arguments\"\ncat >\"$HOME/sent\"\nprintf '%s' '\(answer)'\n"
        for old in ["arguments", "sent"] { try? FileManager.default.removeItem(atPath: home.path + "/" + old) }
        try writeProgram(curl, to: home.path + "/curl")

        let run = try TestProgram(sample: "ntfy", in: home, call.merging(environment) { $1 }).run()
        let sent = (home.read("sent") ?? "").split(separator: "\n").map { line in
            let (name, quoted) = (line.prefix { $0 != " " }, line.drop { $0 != "\"" }.dropFirst().dropLast())
            return (name: String(name), value: Self.unescaped(quoted))
        }
        return Run(status: run.status, errors: run.errors, arguments: home.read("arguments"), sent: sent)
    }

    /// Reads a quoted value in a curl configuration, in which a backslash precedes each quote and backslash.
    private static func unescaped(_ text: Substring) -> String {
        var (value, isEscaped) = ("", false)
        for character in text {
            if character == "\\", !isEscaped {
                isEscaped = true
            } else {
                (isEscaped, _) = (false, value.append(character))
            }
        }
        return value
    }

    @Test(
        "sends both texts as JSON to the server, whatever they contain",
        arguments: [
            ("plain", "Sunset in Denver", "16:40 · sunrise at 06:52"),
            ("quotes and backslashes", #"The "Sun" \ sets"#, #"\n is not a line, \\ are two, \"#),
            ("lines and tabs", "one\ntwo", "a\n\nb\tc\r\nd"),
            ("control characters", "a\u{1}b\u{8}\u{C}\u{1F}", "\u{1B}[31mred\u{7F}"),
            ("other scripts", "Sunset in ירושלים", "日の入り 🌅👩‍🚀 \u{FFFD} \u{2028}"),
            ("what a shell expands", "$HOME ${x} `id` $(id) *", "%s %d ! ~ & ; <b>"),
            ("a number", "10", "1e3"),
            ("nothing below the title", "Lamps", ""),
        ] as [(String, String, String)])
    func texts(name: String, summary: String, body: String) throws {
        let run = try run(["SUNTRACKER_SUMMARY": summary, "SUNTRACKER_BODY": body])
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let json = try #require(run.values("data-raw").first)
        let message = try JSONDecoder().decode([String: String].self, from: Data(json.utf8))
        #expect(message == ["topic": "sun-1", "title": summary, "message": body])
        #expect(run.values("url") == ["https://ntfy.example.org/"])
        #expect(run.values("header") == ["Content-Type: application/json", "Authorization: Bearer tk_secret"])
    }

    @Test("keeps server, topic, token, text and place out of the arguments, and adds no place")
    func privacy() throws {
        let run = try run([
            "SUNTRACKER_SUMMARY": "Lamps", "SUNTRACKER_BODY": "on", "SUNTRACKER_PLACE": "Denver",
            "SUNTRACKER_LATITUDE": "39.74",
        ])
        let arguments = try #require(run.arguments)
        for secret in ["example.org", "sun-1", "tk_secret", "Lamps", "Denver"] {
            #expect(!arguments.contains(secret), "\(arguments)")
        }
        #expect(!run.sent.contains { $0.value.contains("Denver") || $0.value.contains("39.74") })
        #expect(try self.run(settings: "Server=http://127.0.0.1:80\nTopic=a").values("header").count == 1, "no token")
    }

    @Test(
        "says in one line why it sends nothing",
        arguments: [
            (nil, 0o600, "ntfy.conf; write it with the lines Server="),
            (settings, 0o640, "ntfy.conf, and so everything that is sent"),
            (settings, 0o604, "ntfy.conf, and so everything that is sent"),
            ("Topic=a\n", 0o600, "missing or invalid Server= in "),
            ("Server=ntfy.sh\nTopic=a\n", 0o600, "missing or invalid Server= in "),
            ("Server=https://ntfy.sh\n", 0o600, "missing or invalid Topic= in "),
            ("Server=https://ntfy.sh\nTopic=a/b\n", 0o600, "missing or invalid Topic= in "),
            ("Server=https://ntfy.sh\nTopic=a\nTokn=x\n", 0o600, "ntfy.conf; each line must begin with"),
        ] as [(String?, Int, String)])
    func errors(settings: String?, mode: Int, error: String) throws {
        let run = try run(settings: settings, mode: mode)
        #expect(run.status == 78)
        #expect(run.errors.contains(error) && run.errors.split(separator: "\n").count == 1, "\(run.errors)")
        #expect(run.arguments == nil)
    }

    @Test(
        "reports the response of the server in one line, without the topic or the token",
        arguments: [
            ("403 ", 77, "refuses the message (status 403)"), ("301 ", 78, "sends to another address (status 301)"),
            ("500 ", 69, "answers with the status 500, and the message is not sent again"),
            ("000 Connection refused", 69, "cannot be reached, and the message is not sent again: Connection refused"),
        ] as [(String, Int32, String)])
    func refusals(answer: String, status: Int32, error: String) throws {
        let run = try run(answer: answer)
        #expect(run.status == status)
        #expect(run.errors.contains("https://ntfy.example.org \(error)"), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1)
        #expect(!run.errors.contains("sun-1") && !run.errors.contains("tk_secret"))
    }

    @Test("sends nothing twice if a crash repeats the call, but repeats a message that did not arrive")
    func recovered() throws {
        let again = ["SUNTRACKER_RECOVERED": "1"]
        #expect(try run(answer: "500 ").status == 69)
        #expect(try run(again).arguments != nil)
        #expect(try run(again).arguments == nil)
        #expect(try run(again.merging(["SUNTRACKER_ALERT": "lamps"]) { $1 }).arguments != nil, "another call")
    }

    @Test(
        "sends the phase and the place from day.d and night.d",
        arguments: [
            (["SUNTRACKER_PHASE": "day"], "Day"),
            (
                [
                    "SUNTRACKER_PHASE": "night", "SUNTRACKER_SINCE": "2026-11-21T23:40:00Z",
                    "SUNTRACKER_PLACE": "Denver",
                ],
                "Night in Denver"
            ),
        ])
    func phase(call: [String: String], title: String) throws {
        let run = try run(of: call)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let json = try #require(run.values("data-raw").first)
        let message = try JSONDecoder().decode([String: String].self, from: Data(json.utf8))
        #expect(message == ["topic": "sun-1", "title": title, "message": ""])
    }

    @Test("reports a call without a text")
    func noText() throws {
        let run = try run(["SUNTRACKER_SUMMARY": ""])
        #expect(run.status == 64 && run.errors.contains("missing SUNTRACKER_SUMMARY") && run.arguments == nil)
    }
}

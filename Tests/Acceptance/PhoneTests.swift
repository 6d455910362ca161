// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// Texts on their way to a phone, sent by the sample hook ntfy in scenarios/ntfy.bash.
@Suite(.unless(TestBed.obstacleToOthers), .timeLimit(ConcurrencyLimit.timeLimit))
struct PhoneTests {
    /// A request to the server that records.
    private struct Request: Decodable {
        /// In seconds, of a monotonic clock.
        let time: Double
        let path, type, body, authorization: String
    }

    @Test("The sample hook ntfy sends the texts to a real server, and says why another server does not accept them")
    func ntfy() async throws {
        let found = try await TestBed.run("ntfy", root: TestBed.withCityFixes, with: ["curl", "ntfy", "wget"])

        #expect(try found.fact("linked") == "0", "off until somebody links it")
        let arrived = try found.objects("arrived.json").filter { $0["event"] as? String == "message" }
        let place = #"A & B <i>x</i> "q" \ %H"#
        let titles = arrived.compactMap { $0["title"] as? String }
        #expect(titles.sorted() == ["\"Lamps\" on 🌅 \(place)", "Sunset in \(place)"].sorted())
        let messages = arrived.compactMap { $0["message"] as? String }
        #expect(messages.contains(#"\n is no line, $HOME 100%"#))
        let popups = try found.notifications("sunset")
        #expect(popups.count == 2)
        #expect(messages.contains { $0.contains(" of daylight") && !$0.contains("\u{A0}") }, "\(messages)")
        #expect(try found.entries("failures").isEmpty)

        let requests: [Request] = try found.values("requests.json")
        // Two programs receive five replies each.
        try #require(requests.count == 10)
        for request in requests {
            #expect(request.path == "/" && request.type == "application/json")
            let message = try JSONDecoder().decode([String: String].self, from: Data(request.body.utf8))
            #expect(
                message == [
                    "topic": "sun-3f9c1b7a", "title": "Sunset in \"Tromsø\"", "message": "one\ntwo\t\u{1B}\u{1} \\ 🌅",
                ])
        }
        #expect(requests.count { $0.authorization == "Bearer tk_abc" } == 5, "only curl got a token")
        #expect(requests[9].time - requests[8].time >= 5, "one message waits for the other")

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
    }
}

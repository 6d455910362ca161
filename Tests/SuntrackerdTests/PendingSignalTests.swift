// SPDX-License-Identifier: MIT
import Testing

@Suite("Signals that arrive before the service handles them")
nonisolated struct PendingSignalTests {
    /// The signal is blocked and pending when the program begins (execve(2) keeps both), so no signal can be earlier.
    /// If the first thread unblocked it before its source is registered, it would end the process. This race needs a
    /// few rounds to show.
    /// A pending reload is part of the start.
    @Test(
        "A pending signal is handled when the service starts", arguments: ["TERM", "INT", "HUP TERM", "HUP"], 1...2)
    func pending(signals: String, round: Int) throws {
        let kills = signals.split(separator: " ").map { "kill -\($0) $$;" }.joined(separator: " ")
        let service = try RunningService(
            ["--place", "39.74,-104.99"],
            after: "exec env --block-signal sh -c '\(kills) exec \"$0\" \"$@\"' \"$0\" \"$@\"")
        if signals == "HUP" {
            #expect(try service.line("Watching the Sun").isEmpty == false)
            #expect(service.stop() == 0)
        } else {
            #expect(service.status() == 0)
        }
    }
}

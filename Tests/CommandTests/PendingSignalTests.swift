import Foundation
import Testing

@Suite("Signals that arrive before the service handles them")
struct PendingSignalTests {
    /// The signal is blocked and pending when the program begins (execve(2) keeps both), which is earlier than any other.
    /// Where the first thread unblocks it before its source is registered, the signal ends the process: that is a race,
    /// which takes a few rounds to be lost.
    @Test("A pending signal is handled when the service starts", arguments: ["TERM", "INT", "HUP TERM"], 1...8)
    func pending(signals: String, round: Int) throws {
        let daemon = Command.program.deletingLastPathComponent().appending(path: "suntrackerd").path
        let kills = signals.split(separator: " ").map { "kill -\($0) $$;" }.joined(separator: " ")
        let command = try Command(
            script: """
                XDG_STATE_HOME=$(mktemp -d) && export XDG_STATE_HOME
                env --block-signal sh -c '\(kills) exec \(daemon) --simulate 2026-03-19 --speed 1 --location 39.74,-104.99'
                status=$?
                rm -r "$XDG_STATE_HOME"
                exit $status
                """)
        #expect(command.status == 0, "\(command.error)")
        #expect(command.error.contains("Settings reloaded") == signals.contains("HUP"), "\(command.error)")
    }
}

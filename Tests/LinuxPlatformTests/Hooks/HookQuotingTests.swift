import TestSupport
import Testing

@testable import LinuxPlatform
@testable import Tracker

@Suite("The quoting of a hook's command") struct HookQuotingTests {
    @Test("has an error exactly when GLib reports one")
    func parity() throws {
        let folders = HookFolders(environment: Environment(["HOME": "/nonexistent"]))
        var dice = SeededRandom(9)
        let characters: [Character] = ["a", " ", "\t", "'", "\"", "\\", "#", "$", "\n"]
        for _ in 0..<20_000 {
            let text = String(
                (0..<Int.random(in: 0...9, using: &dice)).map { _ in characters.randomElement(using: &dice) ?? "a" })
            var isRefused = false
            do {
                _ = try HookCommand(text, in: folders)
            } catch {
                // A missing program is a different error.
                if case .noCommand(let reason) = error.problem {
                    isRefused = !reason.description.hasPrefix("it is") || reason.description == "it is empty"
                }
            }
            #expect((HookQuoting.problem(in: text) != nil) == isRefused, "\(text.debugDescription)")
        }
    }
}

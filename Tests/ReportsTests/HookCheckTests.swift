// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

@Suite("A check of the hooks") struct HookCheckTests {
    @Test("lists the problems that the service publishes")
    func several() {
        let problems = ["/h/1", "/h/2"].map { Problem("\($0) is not executable", "repair it", "chmod +x \($0)") }
        let facts = soundMachine {
            guard case .running(var service) = $0.service.answer else { return }
            service.hookProblems = problems
            $0.service.answer = .running(service)
        }
        #expect(facts.checks.filter { $0.subject == "Hooks" }.compactMap(\.problem) == problems)
    }

    @Test(
        "says for a single hook why it cannot be started, and what to do",
        arguments: [
            (
                "/h/a b", HookProblem.notExecutable,
                Problem("/h/a b, for the alert lamps, is not executable", "make it executable", "chmod +x '/h/a b'")
            ),
            (
                "/h/a", .missing,
                Problem(
                    "/h/a, for the alert lamps, does not exist, or is a broken link",
                    "put a program in its place, or remove it")
            ),
            (
                "lamps", .unknown(in: ["/h", "/e"]),
                Problem(
                    "lamps, for the alert lamps, is in none of the directories /h, /e",
                    "put it there, or write its absolute path")
            ),
            (
                "backup.service", .noUnit,
                Problem(
                    "backup.service, for the alert lamps, does not exist", "to see your units",
                    "systemctl --user list-unit-files")
            ),
            (
                "/h", .noCommand("gone"),
                Problem("/h, for the alert lamps, is not a valid command: gone", "see Hook= in suntracker.conf(5)")
            ),
        ])
    func single(path: String, problem: HookProblem, text: Problem) {
        let occasion = HookOccasion.rule(Rule(Alert(name: "lamps", event: .solar(.sunset))))
        #expect(Problem(with: PlannedHook(occasion, path, problem)) == text)
        #expect(Problem(with: PlannedHook(occasion, path)) == nil)
    }
}

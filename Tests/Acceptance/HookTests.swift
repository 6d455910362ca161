// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// Hooks with a real user manager, in scenarios/hooks.bash.
@Suite(.unless(TestBed.obstacle), .timeLimit(ConcurrencyLimit.timeLimit))
struct HookTests {
    @Test(
        "Hooks run outside the sandbox; failures are reported, and no hook harms the service"
    )
    func hooks() async throws {
        let found = try await TestBed.run("hooks")

        let environment = try found.text("hook.environment").split(separator: "\n")
        #expect(environment.contains("SUNTRACKER_EVENT=sunset"))
        #expect(environment.contains("SUNTRACKER_PLACE=Testville"))
        #expect(environment.contains("SUNTRACKER_SOURCE=settings"))
        #expect(environment.contains("SUNTRACKER_LATITUDE=0.00"))
        #expect(environment.contains("SUNTRACKER_NEXT_EVENT=sunrise"))
        #expect(environment.contains("SUNTRACKER_LATENESS_SEC=0"))
        #expect(environment.contains("SUNTRACKER_SUMMARY=Sunset in Testville"))
        #expect(environment.contains { $0.hasPrefix("SUNTRACKER_BODY=") && $0.contains(" of daylight") })
        #expect(!environment.contains { $0.hasPrefix("SUNTRACKER_RECOVERED") })
        let process = try found.text("hook.process")
        #expect(process.contains("/app.slice/suntracker-hook-sunset-10-tells-"))
        #expect(process.contains("NoNewPrivs:\t0"))
        #expect(process.contains("Seccomp_filters:\t\(try found.fact("filters"))\n"), "the user's own filters")
        #expect(try found.fact("output_of_unit") == "from the machine")

        let failures = try found.entries("failures")
        let told = failures.compactMap { $0["MESSAGE"] }
        #expect(told.count == 5, "\(told)")
        #expect(
            told.first?.contains("/40-unfit, for the sunset, cannot run: it is not executable; ") == true, "\(told)")
        #expect(
            told.contains {
                $0.contains("/40-unfit, for the sunset at ")
                    && $0.contains("is not executable; make it executable: chmod +x ")
            })
        #expect(
            told.contains {
                $0.contains("/60-taken, ") && $0.contains("was not started again, because it is still running")
            })
        #expect(
            told.contains {
                $0.contains("/20-fails, ") && $0.contains("failed with exit status 3. To see its output: ")
            })
        #expect(
            told.contains { $0.contains("/50-uninterpreted, ") && $0.contains("could not be executed") })
        #expect(failures.allSatisfy { $0["PRIORITY"] == "4" })
        #expect(failures.map { $0["SUNTRACKER_EVENT"] } == [nil] + Array(repeating: "sunset", count: 4))
        // The output is in the journal of the unit that the entry names.
        let output = try #require(try found.entries("output").first)
        #expect(output["MESSAGE"] == "no lamp answers")
        let unit = try #require(output["_SYSTEMD_USER_UNIT"])
        #expect(failures.contains { $0["MESSAGE"]?.hasSuffix("journalctl --user -u \(unit)") == true })

        let hung = try found.entries("hangs").compactMap { $0["MESSAGE"] }
        #expect(hung.count == 1 && hung[0].contains("/hangs, for the nautical dusk at "), "\(hung)")
        #expect(hung.allSatisfy { $0.contains("exceeded the time limit of 1 s (Timeout= in [Hooks])") }, "\(hung)")

        #expect(try found.fact("active_after_failures") == "active")
        #expect(try found.fact("restarts_after_failures") == "0")
        #expect(try found.fact("failed_units") == "0")
        #expect(try found.notifications("sunset").map(\.summary) == ["Sunset in Testville"])
        try expectListed(in: found)
        #expect(try found.fact("unreachable") == "running")
        #expect(try found.text("unreachable.txt").contains("cannot reach the user manager: "))

        // An event with hooks only is in the journal, but has no popup. The alert for the same event shows one.
        #expect(try found.fact("dusk") == "civil-dusk")
        #expect(try found.fact("alert") == "evening: on now, $HOME")
        let dusks = try found.entries().filter { $0["SUNTRACKER_EVENT"] == "civil-dusk" }
        #expect(Set(dusks.map { $0["SUNTRACKER_ALERT"] }) == [nil, "evening"])
        #expect(try found.notifications("dusk").map(\.summary) == ["Lamps", "Sunset in Testville"])

        #expect(try found.fact("connections") == "1", "the one on which the service owns its name")
        #expect(try found.fact("wakeups") == "0")
        #expect(try found.text("complaints.txt").isEmpty)
    }

    @Test("The target of an event or an alert starts what is wanted by it, at each event again")
    func targets() async throws {
        let found = try await TestBed.run("targets")
        let targets = ["suntracker@sunset.target", #"suntracker@alert:tea\x20time.target"#]
        let (listed, later) = (try found.text("listed.txt"), try found.text("listed-none.txt"))
        for target in targets { #expect(listed.contains(target) && !later.contains(target), "\(target)") }
        for unit in ["at-sunset", "lamp", "tea"] {
            #expect(try found.fact("\(unit).ran") == "2", "\(unit): twice, and not when it is not wanted any more")
        }
        #expect(try found.text("complaints.txt").isEmpty)
    }

    /// Checks the output of `hooks`, `status` and `preview` after the sunset, and the results of `hooks run`.
    private func expectListed(in found: Results) throws {
        let listed = try #require(try found.object("listed.json")["hooks"] as? [[String: Any]])
        #expect(listed.allSatisfy { $0["for"] as? String == "sunset" })
        func hook(_ name: String) throws -> [String: Any] {
            try #require(listed.first { ($0["path"] as? String)?.hasSuffix("/" + name) == true }, "\(name)")
        }
        for name in ["10-tells", "20-fails", "30-works", "50-uninterpreted", "70-machine"] {
            #expect(try hook(name)["problem"] == nil, "\(name)")
        }
        #expect(try hook("40-unfit")["problem"] as? String == "is not executable")
        let status = try found.text("status.txt")
        #expect(status.contains("/40-unfit, for the sunset, is not executable"))
        #expect(!status.contains("/10-tells"))

        #expect(try found.fact("exit.tried") == "0")
        #expect(try found.fact("tried") == "sunset")
        let tried = try found.text("tried.txt")
        #expect(tried.contains("/sunset.d/30-works succeeded\n"))
        #expect(tried.contains("journalctl --user -u suntracker-hook-sunset-30-works-trial-"))
        #expect(try found.fact("exit.failed") == "1")
        #expect(try found.text("failed.txt").contains("/20-fails failed with exit status 3\n"))
        #expect(
            try found.text("previewed.txt").contains(
                "Its hooks were not run; to test them: suntracker hooks run sunset"))
    }
}

import Foundation
import Testing

/// A test bed stands for a machine as far as the service sees no difference between the two.
@Suite(.timeLimit(ConcurrencyLimit.timeLimit))
struct ViewTests {
    @Test(
        "The service sees the same in a bed and on a machine of the same Debian, except for the listed differences",
        .unless(TestBed.obstacleToOthers),
        // One after the other, since the results are kept under the name of the scenario.
        .serialized, arguments: [EmulatedMachine.Suite.bookworm, .trixie])
    func bedAndMachine(_ suite: EmulatedMachine.Suite) async throws {
        let root = suite == .bookworm && TestBed.isDebian12 ? "host" : suite.rawValue
        let inBed = ServiceView(try await TestBed.run("view", root: root).text("view.txt"))
        let onMachine = ServiceView(try await StockMachineTests.findings(on: suite).text("view.txt"))
        #expect(onMachine.facts.count > 80)
        let complaints = inBed.complaints(comparedWith: onMachine, known: ServiceView.knownDifferences)
        #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")

        if suite == .bookworm {
            // The bounding set is that of the process that runs the tests: a bed removes nothing from it. In a user
            // namespace of the service it is complete in any case.
            let own = try String(contentsOfFile: "/proc/self/status", encoding: .utf8).split(separator: "\n")
            let bounding = inBed.facts["status CapBnd"] ?? ""
            #expect(own.contains("CapBnd:\t\(bounding)"), "the bed is booted with all capabilities of this process")
            // systemd 252 gives user services no user namespace, in which they could drop capabilities.
            for property in ["ProtectClock", "ProtectKernelLogs", "ProtectKernelModules", "CapabilityBoundingSet"] {
                #expect(inBed.facts["sandbox \(property)"] == "218", "\(property)= ends with EXIT_CAPABILITIES")
            }
        }
        #expect(inBed.facts["kernel clock"] == "may not be set")
        #expect(inBed.facts["kernel modules"] == "may not be loaded")
    }
}

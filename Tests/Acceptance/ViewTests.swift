// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// A test bed may stand for a machine only as far as the service sees no difference between them.
@Suite(.timeLimit(ConcurrencyLimit.timeLimit))
struct ViewTests {
    @Test(
        "The service sees the same in a bed and on a machine of the same Debian, except for the listed differences",
        .unless(TestBed.obstacleToOthers),
        // The tests run one after the other, because they keep their results under the name of the scenario.
        .serialized, arguments: [EmulatedMachine.Suite.bookworm, .trixie])
    func bedAndMachine(_ suite: EmulatedMachine.Suite) async throws {
        let root = suite == .bookworm && TestBed.isDebian12 ? "host" : suite.rawValue
        let inBed = ServiceView(try await TestBed.run("view", root: root).text("view.txt"))
        let onMachine = ServiceView(try await StockMachineTests.results(on: suite).text("view.txt"))
        #expect(onMachine.facts.count > 80)
        let complaints = inBed.complaints(comparedWith: onMachine, known: ServiceView.knownDifferences)
        #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")

        if suite == .bookworm {
            // The bounding set comes from the process that runs the tests: a bed removes nothing from it. If the
            // service runs in a user namespace, the set is complete in any case.
            let own = try String(contentsOfFile: "/proc/self/status", encoding: .utf8).split(separator: "\n")
            let bounding = inBed.facts["status CapBnd"] ?? ""
            #expect(own.contains("CapBnd:\t\(bounding)"), "the bed is booted with all capabilities of this process")
            // systemd 252 does not create a user namespace for user services, in which they could drop capabilities.
            for property in ["ProtectClock", "ProtectKernelLogs", "ProtectKernelModules", "CapabilityBoundingSet"] {
                #expect(inBed.facts["sandbox \(property)"] == "218", "\(property)= ends with EXIT_CAPABILITIES")
            }
        }
        #expect(inBed.facts["kernel clock"] == "may not be set")
        #expect(inBed.facts["kernel modules"] == "may not be loaded")
    }

    struct Comparison: CustomTestStringConvertible {
        let testDescription: String
        let bed: String
        let machine: String
        let complaints: [String]
    }

    @Test(
        "An unlisted difference is reported, and so is a listed one that does not occur",
        arguments: [
            Comparison(
                testDescription: "all is as listed", bed: "a x=1\nb y=2\nm /=o", machine: "a x=1\nb y=3\nm /=o\nc=7",
                complaints: []),
            Comparison(
                testDescription: "another value", bed: "a x=1\nb y=2", machine: "a x=\nb y=3",
                complaints: ["a x is 1 in the bed,  on the machine"]),
            Comparison(
                testDescription: "absent on one side", bed: "a x=1\nb y=2", machine: "b y=3\nz=k=v",
                complaints: [
                    "a x is 1 in the bed, absent on the machine", "z is absent in the bed, k=v on the machine",
                ]),
            Comparison(
                testDescription: "not a difference any more", bed: "b y=2\nb z=2", machine: "b y=2\nb z=2",
                complaints: ["b y* is listed as a difference, and is the same"]),
            Comparison(
                testDescription: "another of the same kind", bed: "b y1=2", machine: "b y2=2", complaints: []),
        ])
    func comparison(_ case: Comparison) {
        let known = [
            ServiceView.KnownDifference("b y*", because: "it is the test's"),
            ServiceView.KnownDifference("c", "m /", presence: .byHost, because: "it is the test's too"),
        ]
        let complaints = ServiceView(`case`.bed).complaints(comparedWith: ServiceView(`case`.machine), known: known)
        #expect(complaints == `case`.complaints)
    }
}

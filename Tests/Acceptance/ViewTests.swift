import Foundation
import Testing

/// What a bed proves of a machine: as much as the service sees no difference between them.
@Suite(.timeLimit(Turns.timeLimit))
struct ViewTests {
    typealias Machine = StockMachineTests.Machine

    @Test(
        "The service sees in a bed what it sees on a machine of the same Debian, but for what is listed with its reason",
        .enabled(if: TestBed.obstacleToOthers == nil, Comment(rawValue: TestBed.obstacleToOthers ?? "")),
        // One after the other, as what the scenario leaves is kept under its name.
        .serialized, arguments: Machine.chosen.filter { $0.namespaces == .default && $0.suite != .forky })
    func bedAndMachine(_ machine: Machine) async throws {
        let root = machine.suite == .bookworm && TestBed.isDebian12 ? "host" : machine.suite.rawValue
        let inBed = ServiceView(try await TestBed.run("view", root: root).text("view.txt"))
        let onMachine = ServiceView(try await StockMachineTests.findings(on: machine).text("view.txt"))
        #expect(onMachine.facts.count > 80)
        let complaints = inBed.complaints(comparedWith: onMachine, known: ServiceView.knownDifferences)
        #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")

        if machine.suite == .bookworm {
            // What is listed of these is only what is taken from whoever runs the tests, and from a bed nothing more.
            // Where the service has a user namespace of its own, its bounding set is whole in any case.
            let own = try String(contentsOfFile: "/proc/self/status", encoding: .utf8).split(separator: "\n")
            let bounding = inBed.facts["status CapBnd"] ?? ""
            #expect(own.contains("CapBnd:\t\(bounding)"), "the bed is booted with all of them")
            // systemd 252 gives a user's services no user namespace in which they could take capabilities away.
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
        "A difference that is not listed is complained of, and a listed one that is none",
        arguments: [
            Comparison(
                testDescription: "all is as listed", bed: "a x=1\nb y=2\nm /=o", machine: "a x=1\nb y=3\nm /=o\nc=7",
                complaints: []),
            Comparison(
                testDescription: "another value", bed: "a x=1\nb y=2", machine: "a x=\nb y=3",
                complaints: ["a x is 1 in the bed,  on the machine"]),
            Comparison(
                testDescription: "absent on either", bed: "a x=1\nb y=2", machine: "b y=3\nz=k=v",
                complaints: [
                    "a x is 1 in the bed, absent on the machine", "z is absent in the bed, k=v on the machine",
                ]),
            Comparison(
                testDescription: "none any more", bed: "b y=2\nb z=2", machine: "b y=2\nb z=2",
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

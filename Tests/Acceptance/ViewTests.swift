import Foundation
import Testing

/// What a bed proves of a machine: as much as the service sees no difference between them.
///
/// One after the other, as what a scenario leaves is kept under its name.
@Suite(.serialized, .timeLimit(Turns.timeLimit))
struct ViewTests {
    @Test(
        "The service sees in a bed what it sees on a machine of the same Debian, but for what is listed with its reason",
        .enabled(if: TestBed.obstacleToOthers == nil, Comment(rawValue: TestBed.obstacleToOthers ?? "")))
    func bedAndMachine() async throws {
        let bed = ServiceView(try await TestBed.run("view", root: "trixie").text("view.txt"))
        let machine = ServiceView(try await EmulatedMachine.run("view").text("view.txt"))
        #expect(machine.facts.count > 80)
        // What is listed of these is only what is taken from whoever runs the tests, and from a bed nothing more.
        let own = try String(contentsOfFile: "/proc/self/status", encoding: .utf8).split(separator: "\n")
        #expect(own.contains("CapBnd:\t\(bed.facts["status CapBnd"] ?? "")"), "the bed is booted with all capabilities")
        let complaints = bed.complaints(comparedWith: machine, known: ServiceView.knownDifferences)
        #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
    }

    @Test(
        "In a bed of Debian 12 a user's service that asks for a smaller bounding set fails, as it does on the machine",
        .enabled(if: TestBed.obstacle == nil, Comment(rawValue: TestBed.obstacle ?? "")),
        .enabled(if: TestBed.isDebian12, "the beds are no Debian 12 here"))
    func boundingSet() async throws {
        let bed = ServiceView(try await TestBed.run("view").text("view.txt"))
        for property in ["ProtectClock", "ProtectKernelLogs", "ProtectKernelModules", "CapabilityBoundingSet"] {
            #expect(bed.facts["sandbox \(property)"] == "218", "\(property)= ends with EXIT_CAPABILITIES")
        }
        #expect(bed.facts["kernel clock"] == "may not be set")
        #expect(bed.facts["kernel modules"] == "may not be loaded")
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

import GazetteerCompiler
import Testing

@testable import Gazetteer

@Suite("Compiling a gazetteer")
struct CompilerTests {
    @Test("The gazetteer in the programs is up to date with etc/gazetteer (otherwise: swift run make-gazetteer)")
    func upToDate() throws {
        let compiled = try GazetteerSource.ofProject().compiled()
        let isUpToDate = compiled.elementsEqual(Gazetteer.programBytes)
        #expect(isUpToDate, "swift run make-gazetteer")
        try Gazetteer.ofProgram.verifyChecksum()
        #expect(try Gazetteer.ofProgram.count == 34_074)
    }

    @Test("A compiled gazetteer contains the source")
    func small() throws {
        let bytes = try GazetteerSource.small().compiled()
        try bytes.withUnsafeBytes { bytes in
            let gazetteer = try Gazetteer(bytes)
            try gazetteer.verifyChecksum()
            #expect(try gazetteer.places(named: "alpha").map(\.qualifiedName) == ["Alpha, XA-N", "Alpha, XA-S"])
            #expect(try gazetteer.places(named: "Omega, the isle").map(\.qualifiedName) == ["Alpha, XA-N"])
            #expect(try gazetteer.places(named: "Alpha, North").map(\.division?.name) == ["North"])
            let southern = try #require(try gazetteer.places(named: "Alpha, S").first)
            #expect(southern.coordinate == at(-12.00001, 20))
            #expect(southern.timeZone == "Pacific/Apia")
            let nowhere = try #require(try gazetteer.places(named: "Nowhere").first)
            #expect(nowhere.division == nil)
            #expect(nowhere.population == 0)
            #expect(nowhere.country == GazetteerPlace.Country(code: "XA", name: "Atlantis"))
            #expect(try gazetteer.nearest(to: at(1, -179.9)).place.name == "Alpha")
            #expect(try gazetteer.nearest(to: at(-3, 179.9)).place.name == "Beta")
            #expect(try gazetteer.nearest(to: at(80, -100)).place.name == "Nowhere")
        }
    }

    @Test("A name with a part in parentheses is found without it")
    func parentheses() throws {
        let bytes = try GazetteerSource.small { $0.replacing("Beta", with: "Beta (East)") }.compiled()
        try bytes.withUnsafeBytes { bytes in
            let gazetteer = try Gazetteer(bytes)
            #expect(try gazetteer.places(named: "beta").map(\.name) == ["Beta (East)"])
            #expect(try gazetteer.places(named: "beta east").map(\.name) == ["Beta (East)"])
        }
    }

    @Test(
        "An error in the source names the file and line",
        arguments: [
            ("\tPacific/Fiji", "", "places.tsv:1: the line has 6 columns; write 7, separated by tabs"),
            ("10.5", "10.123456", coordinateMessage("10.123456")), ("10.5", "90.1", coordinateMessage("90.1")),
            ("10.5", "ten", coordinateMessage("ten")), ("10.5", "1.2.3", coordinateMessage("1.2.3")),
            ("\t500\t", "\t-5\t", "places.tsv:1: -5 is not a population; write a whole number"),
            (
                "Alpha", "",
                "places.tsv:1: the name or the time zone is empty; both are required"
            ),
            ("\t0\tEtc/UTC", "\tEtc/UTC", "zone-places.tsv:1: the line has 6 columns; write 7, separated by tabs"),
            ("Alpha\tXA\tN", "Alpha\tXB\tN", "countries.tsv: XB is missing; add its name"),
            ("Alpha\tXA\tN", "Alpha\tXA\tS", "divisions.tsv:1: no place is in XA-N; remove the line"),
            (
                "Omega", "álpha",
                "other-names.tsv:1: álpha is found without this, since it has the same letters; remove it"
            ),
        ])
    func mistake(text: String, replacement: String, message: String) throws {
        let error = #expect(throws: SourceError.self) {
            try GazetteerSource.small { $0.replacing(text, with: replacement, maxReplacements: 1) }.compiled()
        }
        #expect(error?.description == message)
    }

    private static func coordinateMessage(_ latitude: String) -> String {
        "places.tsv:1: \(latitude) and 179.9 are not a coordinate; write degrees with up to 5 decimals"
    }
}

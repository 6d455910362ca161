// SPDX-License-Identifier: MIT
import Foundation
import Solar
import TestSupport
import Testing

@testable import Gazetteer

@Suite("The tables of the gazetteer")
struct TableTests {
    @Test("Every line is right, and in its place")
    func problems() throws {
        let problems = try Tables.ofProject().problems
        #expect(problems.isEmpty, "\(problems.prefix(20).joined(separator: "\n"))")
    }

    @Test("Every line is read as it is written")
    func everyLine() throws {
        let gazetteer = Gazetteer.ofProgram
        #expect(gazetteer.count == 34_074)
        for line in gazetteer.places {
            let columns = line.bytes.text.components(separatedBy: "\t")
            guard !line.isOtherName else {
                #expect(line.name.text == columns[1])
                continue
            }
            let isSame =
                line.name.text == columns[0] && line.country.text == columns[1] && line.division.text == columns[2]
                && line.coordinate.latitude.degrees == Double(columns[3])
                && line.coordinate.longitude.degrees == Double(columns[4])
                && line.population == Int(columns[5]) && line.timeZone.text == columns[6]
            #expect(isSame, "\(line.bytes.text)")
        }
    }

    @Test("A gazetteer of small tables")
    func small() throws {
        try Gazetteer.of(.small) { gazetteer in
            #expect(gazetteer.count == 4)
            #expect(gazetteer.places(named: "alpha").map(\.qualifiedName) == ["Alpha, XA-N", "Ålpha, XA-S"])
            #expect(gazetteer.places(named: "Omega, the isle").map(\.qualifiedName) == ["Alpha, XA-N"])
            #expect(gazetteer.places(named: "omikron").map(\.name) == ["Ålpha"])
            #expect(gazetteer.places(named: "Alpha, North").map(\.division?.name) == ["North"])
            #expect(gazetteer.places(named: "beta").map(\.name) == ["Beta (East)"])
            #expect(gazetteer.places(named: "beta east").map(\.name) == ["Beta (East)"])
            let eastern = try #require(gazetteer.places(named: "Beta, S").first)
            #expect(eastern.coordinate == coordinate(-12.00001, 20))
            #expect(eastern.timeZone == "Pacific/Apia")
            let nowhere = try #require(gazetteer.places(named: "Nowhere").first)
            #expect(nowhere.division == nil)
            #expect(nowhere.population == 0)
            #expect(nowhere.country == GazetteerPlace.Country(code: "XA", name: "Atlantis"))
            #expect(gazetteer.prevailing(at: coordinate(10.5, -179.9))?.place.name == "Alpha")
            #expect(gazetteer.prevailing(at: coordinate(-10, 179.9))?.place.name == "Ålpha")
            #expect(gazetteer.prevailing(at: coordinate(89.9, -100))?.place.name == "Nowhere")
        }
    }

    @Test("Tables without places have no results")
    func empty() {
        for tables in [
            Tables(countries: "", divisions: "", places: ""), Tables(countries: "\n", divisions: "", places: ""),
        ] {
            Gazetteer.of(tables) { gazetteer in
                #expect(gazetteer.count == 0)
                #expect(gazetteer.places(named: "Alpha") == [])
                #expect(gazetteer.prevailing(at: coordinate(0, 0)) == nil)
                #expect(gazetteer.similarPlaces(to: "Alpha") == [])
            }
        }
    }
}

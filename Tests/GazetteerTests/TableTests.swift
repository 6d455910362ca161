import Foundation
import Solar
import Testing

@testable import Gazetteer

@Suite("The tables of the gazetteer")
struct TableTests {
    @Test("Every line is right, and in its place")
    func mistakes() throws {
        let mistakes = try Tables.ofProject().mistakes
        #expect(mistakes.isEmpty, "\(mistakes.prefix(20).joined(separator: "\n"))")
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

    @Test(
        "A mistake is reported with its line",
        arguments: [
            (
                "\tPacific/Fiji", "",
                "places.tsv:2: write name, country, division, degrees north and east, people, time zone"
            ),
            (
                "\t500\t", "\tmany\t",
                "places.tsv:2: write name, country, division, degrees north and east, people, time zone"
            ),
            ("10.5", "10.123456", "places.tsv:2: 10.123456 and 179.9 are not degrees with up to 5 decimals"),
            ("10.5", "90.1", "places.tsv:2: 90.1 and 179.9 are not degrees with up to 5 decimals"),
            ("\tXA\tN", "\tXB\tN", "places.tsv:2: XB has no name in countries.tsv"),
            (
                "Omega", "Älpha\talpha",
                "places.tsv:3: the place is found without this name, which has the same letters; remove it"
            ),
            ("\talpha", "\talfa", "places.tsv:4: the key is alpha"), ("\talpha", "", "places.tsv:4: the key is alpha"),
            ("Omega", "Omega\t\tde fr", nil), ("Omega", "Älpha\talpha\tde", nil),
            ("Omega", "Omega\tomega\tde", "places.tsv:3: the key is omega"),
            (
                "Omega", "Omega\t\tde xx",
                "places.tsv:3: xx is no language of ar, de, es, fr, ja, or has a name above"
            ),
            (
                "Omega", "Omega\t\tde\n\tOmicron\t\tde",
                "places.tsv:4: de is no language of ar, de, es, fr, ja, or has a name above"
            ),
            ("\tomikron", "", "places.tsv:5: the key is omikron"),
            ("Omega", "Omega\tomega", "places.tsv:3: the key is omega"),
            (
                "\t300\t", "\t450\t",
                "places.tsv:6: larger places come first, and of the same size the one with the lesser key"
            ),
            (
                "400\t-", "400\tPacific/Apia",
                "places.tsv:4: Pacific/Apia is the time zone of XA in countries.tsv; write -"
            ),
            ("\t500\t", "\t400\t", nil), ("Alpha", "Zeta", nil),
            ("\tBeta\n", "", "places.tsv:7: the place above also needs a line with the name Beta"),
            ("XA\tN\tNorth", "XA\tX\tNorth", "divisions.tsv: no place is in XA-X"),
            ("The Isle\n", "The Isle\nXX\tEtc/UTC\tUtopia\n", "countries.tsv: no place is in XX"),
        ] as [(String, String, String?)])
    func mistake(text: String, replacement: String, mistake: String?) {
        var tables = Tables.small
        #expect(tables.mistakes == [])
        tables.countries = tables.countries.replacing(text, with: replacement, maxReplacements: 1)
        tables.divisions = tables.divisions.replacing(text, with: replacement, maxReplacements: 1)
        tables.places = tables.places.replacing(text, with: replacement, maxReplacements: 1)
        #expect(tables.mistakes.first == mistake)
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
            #expect(eastern.coordinate == at(-12.00001, 20))
            #expect(eastern.timeZone == "Pacific/Apia")
            let nowhere = try #require(gazetteer.places(named: "Nowhere").first)
            #expect(nowhere.division == nil)
            #expect(nowhere.population == 0)
            #expect(nowhere.country == GazetteerPlace.Country(code: "XA", name: "Atlantis"))
            #expect(gazetteer.prevailing(at: at(10.5, -179.9))?.place.name == "Alpha")
            #expect(gazetteer.prevailing(at: at(-10, 179.9))?.place.name == "Ålpha")
            #expect(gazetteer.prevailing(at: at(89.9, -100))?.place.name == "Nowhere")
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
                #expect(gazetteer.prevailing(at: at(0, 0)) == nil)
                #expect(gazetteer.similarPlaces(to: "Alpha") == [])
                #expect(PlaceIndex(gazetteer).places(ofTimeZone: nil) == [])
            }
        }
    }
}

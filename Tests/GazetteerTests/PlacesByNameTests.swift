// SPDX-License-Identifier: MIT
import Solar
import TestSupport
import Testing

@testable import Gazetteer

@Suite("Places by name")
struct PlacesByNameTests {
    private static let firstResults: [(text: String, name: String)] = [
        ("Denver", "Denver, US-CO"), ("denver, us", "Denver, US-CO"), ("Denver, Colorado", "Denver, US-CO"),
        ("Denver, CO, USA", "Denver, US-CO"), ("DENVER,UNITED STATES", "Denver, US-CO"),
        ("Springfield", "Springfield, US-MO"), ("Springfield, IL", "Springfield, US-IL"),
        ("Springfield, US-IL", "Springfield, US-IL"), ("Springfield, Illinois", "Springfield, US-IL"),
        ("Munich", "Munich, DE-02"), ("München", "Munich, DE-02"), ("munchen", "Munich, DE-02"),
        ("Muenchen, Bayern", "Munich, DE-02"), ("Duesseldorf", "Düsseldorf, DE-07"), ("Tromsoe", "Tromsø, NO-18"),
        ("lodz", "Łódź, PL-74"), ("London", "London, GB-ENG"), ("London, CA", "London, CA-08"),
        ("London, Ontario", "London, CA-08"), ("London, ON, Canada", "London, CA-08"),
        ("Paris, TX", "Paris, US-TX"),
        ("Washington, D.C.", "Washington, US-DC"), ("Misato, Saitama", "Misato, Saitama, JP-34"),
        ("New York", "New York City, US-NY"), ("New York, NY", "New York City, US-NY"),
        ("Frankfurt", "Frankfurt am Main, DE-05"), ("Halle", "Halle (Saale), DE-14"),
        ("Zürich, CH", "Zürich, CH-ZH"),
        ("Weil, DE", "Weil am Rhein, DE-01"),
        ("St. Petersburg, Russia", "Saint Petersburg, RU-66"), ("saint petersburg, fl", "St. Petersburg, US-FL"),
        ("東京", "Tokyo, JP-40"), ("москва", "Moscow, RU-48"), ("Αθήνα", "Athens, GR-ESYE31"),
        ("القاهرة", "Cairo, EG-11"), ("Kiev", "Kyiv, UA-12"), ("Wien, Österreich", "Vienna, AT-09"),
        ("Singapore", "Singapore, SG"), ("Longyearbyen", "Longyearbyen, SJ-21"), ("Suva, Fiji", "Suva, FJ-01"),
        ("Nukualofa", "Nuku‘alofa, TO-02"), ("Ushuaia", "Ushuaia, AR-23"), ("San Jose, CA", "San Jose, US-CA"),
        ("San Jose, CR", "San José, CR-08"), ("Roma", "Rome, IT-07"), ("Genève", "Geneva, CH-GE"),
        ("Paris TX", "Paris, US-TX"), ("paris texas", "Paris, US-TX"), ("Washington DC", "Washington, US-DC"),
        ("San Jose CA", "San Jose, US-CA"), ("Springfield IL USA", "Springfield, US-IL"),
        ("Springfield IL, USA", "Springfield, US-IL"), ("London Ontario Canada", "London, CA-08"),
        ("Santa Fe New Mexico", "Santa Fe, US-NM"), ("Muenchen Bayern", "Munich, DE-02"),
        ("Wien Österreich", "Vienna, AT-09"), ("Panama City FL", "Panama City, US-FL"),
        ("Kingstown Saint Vincent and the Grenadines", "Kingstown, VC-04"), ("Mexico City", "Mexico City, MX-09"),
        ("Viena", "Vienna, AT-09"), ("Vienne", "Vienne, FR-84"), ("Vienne, Austria", "Vienna, AT-09"),
        ("Pékin", "Pekin, US-IL"), ("Pékin, China", "Beijing, CN-22"), ("Medina, SA", "Madinah, SA-05"),
    ]

    @Test(
        "The first result",
        arguments: firstResults)
    func first(text: String, name: String) {
        #expect(Gazetteer.ofProgram.places(named: text).first?.qualifiedName == name)
    }

    @Test(
        "Names without a place",
        arguments: [
            "", " , ", "Denvr", "Denver, FR", "Denver, US, FR", "Denver FR", "Denver US FR", "Springfield, ZZ", "denv",
            "39.74,-104.99", "US",
            "Москв",
            "ver", "🌅",
        ])
    func none(text: String) {
        #expect(Gazetteer.ofProgram.places(named: text) == [])
    }

    @Test("Several places with one name, the largest first")
    func several() {
        let places = Gazetteer.ofProgram.places(named: "springfield, usa")
        #expect(places.map { $0.division?.code } == ["MO", "MA", "IL", "OR", "OH", "VA", "PA", "TN"])
        #expect(places.map(\.population) == places.map(\.population).sorted(by: >))
    }

    @Test("A text that is not a name finds the names that start with its words")
    func firstWords() {
        let gazetteer = Gazetteer.ofProgram
        #expect(gazetteer.places(named: "Weil, DE").map(\.name) == ["Weil am Rhein", "Weil der Stadt"])
        #expect(Set(gazetteer.places(named: "York").map(\.name)) == ["York"])
    }

    @Test("The names that begin with a text, of the largest places first, each once, and no more than requested")
    func beginning() {
        func names(_ text: String, _ count: Int = 3) -> [String] {
            Gazetteer.ofProgram.places(beginningWith: text, count: count).map(\.name)
        }
        #expect(names("denv").first == "Denver")
        #expect(names("TROMS") == ["Tromsø", "Tromsdalen"])
        #expect(names("saig") == ["Ho Chi Minh City"])
        #expect(names("san", 2).count == 2)
        #expect(Set(names("munich", 9)).count == names("munich", 9).count)
        #expect(names("") == [] && names("enver") == [])
    }

    @Test("All properties of a place")
    func record() throws {
        let denver = try #require(Gazetteer.ofProgram.places(named: "Denver").first)
        #expect(denver.name == "Denver")
        #expect(denver.country.code == "US")
        #expect(denver.country.name == "United States")
        #expect(denver.division?.code == "CO")
        #expect(denver.division?.name == "Colorado")
        #expect(denver.coordinate == coordinate(39.73915, -104.9847))
        #expect(denver.population == 729_019)
        #expect(denver.timeZone == "America/Denver")
        let singapore = try #require(Gazetteer.ofProgram.places(named: "Singapore").first)
        #expect(singapore.division == nil)
        let linz = try #require(Gazetteer.ofProgram.places(named: "Linz, AT-04").first)
        #expect(linz.division?.name == nil)
    }

    @Test(
        "The name in a language",
        arguments: [
            ("Vienna", "de", "Wien"), ("Vienna", "fr", "Vienne"), ("Vienna", "en", "Vienna"),
            ("Vienna", "pt", "Vienna"),
            ("Vienna, US", "de", "Vienna"), ("Köln", "fr", "Cologne"), ("Munich", "es", "Múnich"),
            ("Wien", "ja", "ウィーン"), ("القاهرة", "en", "Cairo"), ("Cairo", "ar", "القاهرة"), ("Linz", "de", "Linz"),
        ])
    func named(text: String, language: String, name: String) throws {
        let place = try #require(Gazetteer.ofProgram.places(named: text).first)
        #expect(place.named(in: language).name == name)
        #expect(place.named(in: language).spokenName.hasPrefix(name + ", "))
    }

    @Test("Places are found by their names with region and country, and with codes")
    func everyPlace() {
        let gazetteer = Gazetteer.ofProgram
        for (number, line) in gazetteer.places.enumerated()
        where (number < 500 ? number % 20 : number % 1009) == 0 && !line.isOtherName {
            let place = gazetteer.place(at: line.offset)
            let names = ["en", "de", "fr", "es", "ja", "ar"].map { place.named(in: $0).spokenName }
            for name in names + [place.qualifiedName] {
                #expect(gazetteer.places(named: name).contains(place), "\(name)")
            }
        }
    }

    @Test(
        "One place, if it has ten times the population of the next one",
        arguments: [
            ("Denver", "Denver, US-CO"), ("London", "London, GB-ENG"), ("Sydney", "Sydney, AU-02"),
            ("zurich", "Zürich, CH-ZH"),
            ("Paris", "Paris, FR-11"), ("Springfield, IL", "Springfield, US-IL"),
            ("Frankfurt", "Frankfurt am Main, DE-05"),
        ])
    func resolved(text: String, name: String) {
        guard case .place(let place) = Gazetteer.ofProgram.resolve(text) else {
            Issue.record("\(Gazetteer.ofProgram.resolve(text))")
            return
        }
        #expect(place.qualifiedName == name)
    }

    @Test("Otherwise, it is ambiguous", arguments: ["Springfield", "Birmingham", "Portland", "San José", "Valencia"])
    func ambiguous(text: String) {
        guard case .ambiguous(let places) = Gazetteer.ofProgram.resolve(text) else {
            Issue.record("\(Gazetteer.ofProgram.resolve(text))")
            return
        }
        #expect(places.count > 1)
        #expect(places[0].population < 10 * places[1].population)
    }
}

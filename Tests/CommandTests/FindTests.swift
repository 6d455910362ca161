import Foundation
import Testing

@Suite("suntracker location find")
struct FindTests {
    @Test("The places with a name are listed, the largest first, by names that --place accepts")
    func text() throws {
        let command = try Command(["location", "find", "london"])
        #expect(command.status == 0)
        #expect(command.error == "")
        #expect(
            Array(command.lines.prefix(2)) == [
                "London, England, United Kingdom   51.51° N, 0.13° W  8961989  Europe/London",
                "London, Ontario, Canada          42.98° N, 81.23° W   422324  America/Toronto",
            ])
        let named = try Command(["--place", "London, Ontario, Canada"])
        #expect(named.lines.first?.hasPrefix("London, Ontario, Canada (") == true)
    }

    @Test("A name of several words needs no quotation marks")
    func words() throws {
        let command = try Command(["location", "find", "new", "york,", "us"])
        #expect(command.output == (try Command(["location", "find", "New York, US"])).output)
        #expect(command.output.hasPrefix("New York City, New York, United States  "))
    }

    @Test("The JSON has every field of a place")
    func json() throws {
        struct Found: Decodable {
            struct Place: Decodable, Equatable {
                let name: String
                let country: String
                let countryName: String
                let division: String?
                let divisionName: String?
                let latitude: Double
                let longitude: Double
                let population: Int
                let timeZone: String
            }
            let query: String
            let places: [Place]
        }
        let command = try Command(["location", "find", "--format", "json", "singapore"])
        let found = try JSONDecoder().decode(Found.self, from: Data(command.output.utf8))
        #expect(found.query == "singapore")
        #expect(
            found.places == [
                Found.Place(
                    name: "Singapore", country: "SG", countryName: "Singapore", division: nil, divisionName: nil,
                    latitude: 1.28967, longitude: 103.85007, population: 5_638_700, timeZone: "Asia/Singapore")
            ])
    }
}

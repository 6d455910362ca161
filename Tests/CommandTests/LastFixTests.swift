// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

@Suite("The last fix of the service, without a place in the settings")
struct LastFixTests {
    @Test(
        "The time zone contradicts the last fix after a flight within a continent, for every subcommand, as for the service",
        arguments: [["place"], ["today"], ["next"], ["events"], ["chart", "--format", "json"]])
    func flight(arguments: [String]) throws {
        let home = try Home(nil)
        let fix = "suntracker-fix 1\ncoordinate 52.52 13.41\nobserved 2026-11-21T08:00:00Z\n"
        func output(in zone: String, takenNear mainCity: String) throws -> String {
            try home.write(fix + "main-city \(mainCity)\nend\n", to: "suntracker/last-fix")
            let command = try Command(
                arguments, zone: zone,
                variables: ["XDG_CONFIG_HOME": home.path + "/none", "XDG_STATE_HOME": home.path, "COLUMNS": "100"])
            #expect(command.status == 0)
            return command.output
        }
        #expect(try output(in: "Europe/Moscow", takenNear: "52.5 13.3667").contains("Moscow"))
        #expect(try output(in: "Europe/Moscow", takenNear: "55.7558 37.6178").contains("Berlin"))
    }
}

// SPDX-License-Identifier: MIT
import TestSupport
import Testing

@Suite("suntracker place, on a terminal")
struct PlaceCommandTests {
    private func ask(_ arguments: String, _ home: Home) throws -> TerminalSession {
        try TerminalSession("place \(arguments)", variables: ["XDG_CONFIG_HOME": home.path])
    }

    @Test("If several places have the name, the command asks for a number until it is valid, and sets this place")
    func question() throws {
        let home = try Home("# mine\n")
        let session = try ask("springfield", home)
        try session.wait(for: "\"springfield\" matches 8 places:")
        try session.wait(for: "3  Springfield, Illinois, United States")
        try session.wait(for: "Type a number. An empty line leaves the place as it is.")
        try session.type("9\n")
        try session.wait(for: "Type a number from 1 to 8.")
        try session.type("3\n")
        try session.wait(for: "The place is now Springfield (39.80,-89.64), set in \(home.file)")
        try session.wait(for: "status 0\r\nas before")
        #expect(home.settings == "# mine\n\n[Location]\nPlace=Springfield, Illinois\n")
    }

    @Test("Places with the same names are distinguished by their coordinates, which are written")
    func namesakes() throws {
        let home = try Home("[Location]\nSource=geoclue\nElevation=3\n")
        let session = try ask("Hino, Japan", home)
        try session.wait(for: "2  Hino, Japan (35.00,136.25)")
        try session.type("2\n")
        try session.wait(for: "The place is now Hino (35.00,136.25)")
        try session.wait(for: "Times are shown in this machine's time zone, America/Denver")
        try session.wait(for: "status 0")
        #expect(home.settings == "[Location]\nSource=fixed\nLatitude=35\nLongitude=136.25\nName=Hino\n")
    }

    @Test("An empty line and the end of the input leave the place as it is", arguments: ["\n", "\u{4}", " \n"])
    func none(answer: String) throws {
        let home = try Home("[Location]\nPlace=Oslo\n")
        let session = try ask("springfield", home)
        try session.wait(for: "Type a number")
        try session.type(answer)
        try session.wait(for: "The place was not changed\r\nstatus 1")
        #expect(home.settings == "[Location]\nPlace=Oslo\n")
    }

    @Test("If too many places have the name, the largest are listed")
    func long() throws {
        let session = try ask("santa", try Home(nil))
        try session.wait(for: "places; the largest are:")
        try session.wait(for: "20  Santa")
        try session.wait(for: "For one of the others, add its state, province or country.")
        try session.type("\n")
        try session.wait(for: "status 1")
    }
}

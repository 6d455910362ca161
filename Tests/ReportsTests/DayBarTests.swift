import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

/// The times of the bars are tested in `TodayTests`.
@Suite("The bar of the day")
struct DayBarTests {
    private func lines(
        _ latitude: Double, _ longitude: Double, _ now: String, zone: String, columns: Int, ink: TodayForm.Ink? = .ascii
    ) throws -> [String] {
        let zone = try #require(zones[zone])
        let today = Today(at: try place(latitude, longitude), now: try instant(now), localTime: zone)
        return today.text(TodayForm(columns: columns, ink: ink))
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let place: (Double, Double)
        let zone: String
        let now: String
        let columns: Int
        let lines: [String]

        init(
            _ name: String, _ latitude: Double, _ longitude: Double, _ zone: String, _ now: String, columns: Int,
            _ lines: String...
        ) {
            (testDescription, place, self.zone) = (name, (latitude, longitude), zone)
            (self.now, self.columns, self.lines) = (now, columns, lines)
        }
    }

    @Test(
        arguments: [
            Row(
                "80 columns", 39.74, -104.98, "America/Denver", "2026-11-21T20:00:00Z", columns: 80,
                "                                        v now",
                "|                .--==#############################=--..                 |",
                " 0        3        6        9        12       15       18       21       24",
                "# day, = civil twilight, - nautical twilight, . astronomical twilight"),
            Row(
                "40 columns and a 12-hour clock", 39.74, -104.98, "Denver, 12 hours", "2026-11-21T20:00:00Z",
                columns: 40,
                "                    v now",
                "|        .-###############=-         |",
                " 12 AM    6 AM     12 PM    6 PM   12 AM",
                "# day, = civil twilight,", "- nautical twilight,", ". astronomical twilight"),
            Row(
                "20 columns", 39.74, -104.98, "America/Denver", "2026-11-21T12:00:00Z", columns: 20, "   v now",
                "|   #####=   |", " 0  6  12 18 24", "# day,", "= civil twilight,", "- nautical twilight,",
                ". astronomical", "twilight"),
            Row(
                "late in the evening", 39.74, -104.98, "America/Denver", "2026-11-22T06:59:59Z", columns: 16,
                "        now v", "|   #####=   |", " 0  6  12 18 24"),
            Row(
                "polar day", 69.65, 18.96, "Europe/Oslo", "2026-06-20T22:00:00Z", columns: 40, " v now",
                "|####################################|", " 0   3    6   9    12  15   18  21   24"),
            Row(
                "polar night without twilight", 89, 0, "UTC", "2026-12-21T10:00:00Z", columns: 40,
                "                v now", "|                                    |",
                " 0   3    6   9    12  15   18  21   24"),
            Row(
                "polar night with twilight at noon", 69.65, 18.96, "Europe/Oslo", "2026-12-21T10:00:00Z", columns: 40,
                "                 v now", "|          ..--=======--..           |",
                " 0   3    6   9    12  15   18  21   24"),
            Row(
                "the day on which the clocks go forward", 39.74, -104.98, "America/Denver",
                "2026-03-08T20:00:00Z", columns: 80, "                                           v now",
                "|                  .--=###################################=--.           |",
                " 0        3        6        9        12       15       18       21       24"),
        ])
    func ascii(row: Row) throws {
        let lines = try lines(row.place.0, row.place.1, row.now, zone: row.zone, columns: row.columns)
        let start = try #require(lines.firstIndex(of: "")) + 1
        #expect(Array(lines[start...].prefix(row.lines.count)) == row.lines)
        #expect(lines.allSatisfy { $0.count <= row.columns })
    }

    @Test("Without colours it consists of shaded blocks; with colours, each half of a cell has a colour")
    func inks() throws {
        func bar(_ ink: TodayForm.Ink) throws -> String {
            try lines(39.74, -104.98, "2026-11-21T20:00:00Z", zone: "America/Denver", columns: 44, ink: ink)[4]
        }
        #expect(try bar(.shades) == "│        ·░███████████████▒░         │")
        let coloured = try bar(.colours(.direct))
        #expect(coloured.split(separator: "\u{1B}[48;2;16;26;56m \u{1B}[m").count == 1)
        #expect(coloured.contains("\u{1B}[38;2;141;164;208;48;2;255;217;135m▌\u{1B}[m"))
        #expect(try bar(.colours(.indexed)).contains("48;5;"))
    }

    @Test("Control sequences are used only with colours; without an ink or with few columns there is no bar")
    func plain() throws {
        for columns in [1, 2, 5, 13, 14, 29, 30, 40, 80, 200] {
            for ink in [TodayForm.Ink.ascii, .shades, nil] {
                let lines = try lines(
                    69.65, 18.96, "2026-05-17T10:00:00Z", zone: "Europe/Oslo", columns: columns, ink: ink)
                #expect(!lines.joined().contains("\u{1B}"))
                #expect(lines.allSatisfy { $0.count <= columns })
                #expect(lines.contains { $0.hasSuffix("now") } == (ink != nil && columns >= 14))
            }
        }
    }

    @Test("Wide characters in the name of a place count as two columns")
    func wide() throws {
        var home = try place(35.69, 139.69, name: "東京都千代田区", source: .settings)
        home.name = "東京都千代田区"
        let today = Today(at: home, now: try instant("2026-11-21T10:00:00Z"), localTime: SimulatedZone.utc)
        let lines = today.text(TodayForm(columns: 40, ink: .ascii)).split(separator: "\n")
        #expect(lines.prefix(2) == ["東京都千代田区 (35.69° N, 139.69° E),", "from the settings"])
        let narrow = today.text(TodayForm(columns: 36, ink: .ascii)).split(separator: "\n")
        #expect(narrow.prefix(2) == ["東京都千代田区 (35.69° N,", "139.69° E), from the settings"])
    }
}

import Solar
import TestSupport
import Testing

@testable import Tracker

@Suite("A setting that only an earlier version accepted") struct GoneSettingsTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Lines of the earlier version.
        let file: [String]
        /// Lines with the same meaning today.
        let meaning: [String]
        let messages: [String]
    }

    /// Lines with these values of `Location.Latitude=` and `Location.Longitude=`.
    private static func location(_ latitude: String, _ longitude: String) -> [String] {
        ["Location.Latitude=\(latitude)", "Location.Longitude=\(longitude)", "Notifications.Sunrise=no"]
    }

    private static func taken(_ line: Int, _ key: String, _ value: String, for meaning: String) -> String {
        "suntracker.conf:\(line): \(key): \"\(value)\" is no longer valid, and is taken for \(meaning); write \(key)=\(meaning)"
    }

    /// Minutes and seconds, letters and signs, in the forms that version 0.2.0 read.
    private static let angles: [(latitude: String, longitude: String, decimals: (String, String))] = [
        ("39°44′21″N", "104°59′25″W", ("39.73917", "-104.99028")),
        ("39° 44' 21\" N", "104º 59’ 25” W", ("39.73917", "-104.99028")),
        ("39°44'21''", "-104°59'25''", ("39.73917", "-104.99028")),
        ("N39° 44.35′", "W104° 59.42′", ("39.73917", "-104.99033")),
        ("s33°52′4″", "e151°12′26″", ("-33.86778", "151.20722")),
        ("N 39.74", "W104.99", ("39.74", "-104.99")), ("0°0′0.1″S", "0°0′0.4″E", ("0.0", "0.00011")),
        ("\u{2212}33°52′", "+151°12′", ("-33.86667", "151.2")),
    ]

    static let cases: [Case] =
        angles.map { latitude, longitude, decimals in
            Case(
                testDescription: "\(latitude) \(longitude)", file: location(latitude, longitude),
                meaning: location(decimals.0, decimals.1),
                messages: [
                    taken(1, "Latitude", latitude, for: decimals.0), taken(2, "Longitude", longitude, for: decimals.1),
                ])
        } + [
            Case(
                testDescription: "Late=", file: ["Notifications.Sunrise=no", "Notifications.Late=notify"],
                meaning: ["Notifications.Sunrise=no"],
                messages: [
                    "suntracker.conf:2: Late: this setting no longer exists; remove the line; to announce later events, use a longer Grace="
                ]),
            Case(
                testDescription: "sounds of sunrise and sunset",
                file: ["Notifications.SunriseSound=bell", "Notifications.Sunset=no", "Notifications.SunsetSound=no"],
                meaning: ["Notifications.Sunset=no"],
                messages: [(1, "SunriseSound"), (3, "SunsetSound")].map {
                    "suntracker.conf:\($0): \($1): this setting no longer exists; remove the line; Sound= is the sound of all notifications, or of one [Alert NAME]"
                }),
            Case(
                testDescription: "a GeoClue client that is kept",
                file: ["Location.Mode=hold", "Notifications.Sunset=no"],
                meaning: ["Location.Mode=follow", "Notifications.Sunset=no"],
                messages: [taken(1, "Mode", "hold", for: "follow")]),
            Case(
                testDescription: "a negative height", file: location("1", "2") + ["Location.Elevation=-10 m"],
                meaning: location("1", "2"),
                messages: [
                    "suntracker.conf:4: Elevation: \"-10 m\" is no longer valid, and has no effect; remove the line: a negative height never had an effect"
                ]),
            Case(
                testDescription: "time spans without a unit",
                file: [
                    "Notifications.Grace=90", "Hooks.Timeout=20", "Alert a.Event=sunset", "Alert a.Offset=-30",
                    "Alert b.Event=sunset", "Alert b.Offset=1h 30",
                ],
                meaning: [
                    "Notifications.Grace=90s", "Hooks.Timeout=20s", "Alert a.Event=sunset", "Alert a.Offset=-30s",
                    "Alert b.Event=sunset", "Alert b.Offset=1h 30s",
                ],
                messages: [(1, "Grace", "90"), (2, "Timeout", "20"), (4, "Offset", "-30"), (6, "Offset", "1h 30")].map {
                    "suntracker.conf:\($0): \($1): \"\($2)\" is no longer valid, and is taken for \($2)s; write \($2)s for seconds, or \($2)min for minutes"
                }),
            Case(
                testDescription: "programs that could not be run",
                file: [
                    "Alert a.Event=sunset", "Alert a.Hook=$HOME/bin/lamps-on now", "Alert b.Event=sunset",
                    "Alert b.Hook=bin/x",
                ],
                meaning: ["Alert a.Event=sunset", "Alert b.Event=sunset"],
                messages: [(2, "$HOME/bin/lamps-on now"), (4, "bin/x")].map {
                    "suntracker.conf:\($0): Hook: \"\($1)\" is no longer valid, and has no effect; begin the path of the program with /, or with ~/ for your home"
                }),
        ]

    private static func entries(_ lines: [String]) -> [SettingsEntry] {
        lines.enumerated().map { SettingsEntry($1, line: $0 + 1) }
    }

    @Test("is named with its replacement, and keeps its meaning", arguments: cases)
    func takenOver(file: Case) throws {
        var settings = try Settings(lines: file.file)
        #expect(settings.gone.map(\.description) == file.messages)
        settings.gone = []
        #expect(settings == (try Settings(lines: file.meaning)))
    }

    @Test("is copied with its meaning, and read from an earlier copy", arguments: cases)
    func copied(file: Case) throws {
        let entries = Self.entries(file.file)
        let copy = SettingsCopy(entries, making: try Settings(lines: file.file), source: "/x.conf")
        let meant = SettingsCopy(
            Self.entries(file.meaning), making: try Settings(lines: file.meaning), source: "/x.conf")
        #expect(copy == meant)
    }

    @Test(
        "is rejected if the earlier version rejected it, too",
        arguments: [
            location("39 44", "-104"), location("39,44", "-104"), location("39°61′", "-104"), location("39.5°30′", "1"),
            location("39°44′E", "1"), location("-39°44′N", "1"), location("91°0′", "1"), location("1", "181°0′"),
            location("0x1", "1"), ["Notifications.Grace=soon"], ["Notifications.Grace=1.5"],
            ["Alert a.Event=sunset", "Alert a.Offset=--30"], ["Alert a.Event=sunset", "Alert a.Hook=\"x"],
            ["Alert a.Event=sunset", "Alert a.Hook=x 'y"],
        ])
    func refused(lines: [String]) {
        #expect(throws: SettingsError.self) { try Settings(lines: lines) }
    }

    @Test("is recognised by its name")
    func names() {
        #expect(SettingName.gone("Notifications.Late") != nil)
        #expect(SettingName.gone("Notifications.Grace") == nil)
    }
}

// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

/// What is typed, and what comes: the subcommand, the events, the time and the place. The paragraph WORDS of
/// suntracker(1) has the rules.
@Suite("Words on the command line") struct WordsTests {
    private static let settings = "[Alert lamps]\nEvent=sunset\n[Alert front door]\nEvent=sunrise\n"

    /// The arguments, as a shell divides a line with double quotes.
    private static func arguments(_ line: String) -> [String] {
        line.split(separator: "\"", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
            index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
        }
    }

    /// The meaning of a time: a day, an instant in Denver, or an event and a time.
    private static func text(_ time: TimeArgument?) -> String {
        switch time {
        case nil: return "-"
        case .event(let name, nil)?: return name.description
        case .event(let name, let time?)?: return "\(name) \(text(.plain(time)))"
        case .plain(let time)?:
            let now = at("2026-11-27T19:00:00Z")
            let moment = time.moment(at: now, in: SimulatedZone.denver, coming: false)
            guard case .instant(let instant) = moment else {
                return moment.date(in: SimulatedZone.denver).description
            }
            let civil = SimulatedZone.denver.civilTime(at: instant)
            return "\(civil.date) \(SimulatedZone.denver.timeOfDay(at: instant))"
        }
    }

    /// The subcommand, the events, the time and the place of a line, with `-` for none.
    private static func meaning(of line: String) throws -> String {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let file = try folder.write(settings, to: "suntracker.conf")
        let arguments = try Suntracker.withSubcommandFirst(arguments(line) + ["--config", file])
        func row(_ name: String, _ events: [EventName], _ time: TimeArgument?, _ place: PlaceOptions) -> String {
            let names = events.isEmpty ? "-" : events.map(\.description).joined(separator: "+")
            return [name, names, text(time), place.place ?? "-"].joined(separator: " | ")
        }
        switch try Suntracker.parseAsRoot(arguments) {
        case let next as NextCommand: return row("next", next.events, next.moment.at, next.place)
        case let events as EventsCommand: return row("events", events.named, events.from, events.place)
        case let today as TodayCommand: return row("today", [], today.moment.at, today.place)
        case let poll as PollCommand: return row("poll", [], poll.moment.at, poll.place)
        case let wait as WaitCommand: return row("wait", [], wait.time, wait.place)
        case let chart as ChartCommand:
            return row("chart " + (chart.period?.rawValue ?? "-"), [], chart.moment.at, chart.place)
        default: return "another"
        }
    }

    private static let meanings: [(line: String, meaning: String)] = [
        // One kind of word.
        ("sunset", "next | sunset | - | -"), ("lamps", "next | lamps | - | -"),
        ("alert:lamps", "next | alert:lamps | - | -"), ("\"front door\"", "next | front door | - | -"),
        ("front door", "next | front door | - | -"), ("tomorrow", "today | - | 2026-11-28 | -"),
        // TimeArgumentTests has other times.
        ("24 dec", "today | - | 2026-12-24 | -"), ("24 dec 2027", "today | - | 2027-12-24 | -"),
        ("tomorrow 12:00", "today | - | 2026-11-28 12:00 | -"), ("in 2h", "today | - | 2026-11-27 14:00 | -"),
        ("in 3 days", "today | - | 2026-11-30 12:00 | -"),
        ("sunset 2026-11-27T22:26:32+0000", "next | sunset | 2026-11-27 15:26 | -"),
        ("Tokyo", "today | - | - | Tokyo"),
        ("New York City", "today | - | - | New York City"), ("39.74,-104.99", "today | - | - | 39.74,-104.99"),
        ("geo:39.74,-104.99;u=35", "today | - | - | geo:39.74,-104.99;u=35"),
        ("39°44'N 104°59'W", "today | - | - | 39°44'N 104°59'W"),
        ("sunset 33.87S 151.21E tomorrow", "next | sunset | 2026-11-28 | 33.87S 151.21E"),
        // Short names, and the next of two.
        ("dawn", "next | civil-dawn | - | -"), ("dusk", "next | civil-dusk | - | -"),
        ("noon", "next | solar-noon | - | -"), ("midnight", "next | solar-midnight | - | -"),
        ("solstice", "next | solstice | - | -"), ("equinox", "next | equinox | - | -"),
        ("Sunset", "next | sunset | - | -"),
        // Several events. EventSelectionTests has other forms.
        ("sunrise sunset", "next | sunrise+sunset | - | -"), ("sunset lamps", "next | sunset+lamps | - | -"),
        ("sunset,lamps", "next | sunset+lamps | - | -"),
        // The order does not matter.
        ("sunset tomorrow Tokyo", "next | sunset | 2026-11-28 | Tokyo"),
        ("sunset Tokyo tomorrow", "next | sunset | 2026-11-28 | Tokyo"),
        ("tomorrow sunset Tokyo", "next | sunset | 2026-11-28 | Tokyo"),
        ("Tokyo sunset tomorrow", "next | sunset | 2026-11-28 | Tokyo"),
        ("sunrise 24 dec 2027 New York City", "next | sunrise | 2027-12-24 | New York City"),
        ("dusk sunset tomorrow Springfield, IL", "next | civil-dusk+sunset | 2026-11-28 | Springfield, IL"),
        ("tomorrow Tokyo", "today | - | 2026-11-28 | Tokyo"), ("Tokyo tomorrow", "today | - | 2026-11-28 | Tokyo"),
        ("altitude:-4.5:rising Tokyo", "next | altitude:-4.5:rising | - | Tokyo"),
        // Options may stand anywhere.
        ("--place Tokyo sunset", "next | sunset | - | Tokyo"),
        ("sunset --at tomorrow", "next | sunset | 2026-11-28 | -"),
        // The whole name of a place is the place.
        ("Sunrise Manor", "today | - | - | Sunrise Manor"), ("\"Sunrise Manor\"", "today | - | - | Sunrise Manor"),
        ("Mar del Plata", "today | - | - | Mar del Plata"), ("May Pen", "today | - | - | May Pen"),
        ("Sun City", "today | - | - | Sun City"), ("Sun City friday", "today | - | 2026-11-27 | Sun City"),
        ("sunset Sunrise Manor", "next | sunset+sunrise | - | Manor"),
        ("sunset \"Sunrise Manor\"", "next | sunset | - | Sunrise Manor"),
        // Subcommands that answer for one moment.
        ("today sunset tomorrow Tokyo", "today | - | sunset 2026-11-28 | Tokyo"),
        ("next tomorrow Tokyo", "next | - | 2026-11-28 | Tokyo"),
        ("events sunset 24 dec Tokyo", "events | sunset | 2026-12-24 | Tokyo"),
        ("events Tokyo", "events | - | - | Tokyo"),
        ("chart Tokyo", "chart - | - | - | Tokyo"), ("chart 3m solstice Tokyo", "chart 3m | - | solstice | Tokyo"),
        ("poll sunset", "poll | - | sunset | -"), ("poll 12:00 Tokyo", "poll | - | 2026-11-27 12:00 | Tokyo"),
        ("wait sunset tomorrow", "wait | - | sunset 2026-11-28 | -"), ("wait lamps", "wait | - | lamps | -"),
        ("wait dusk Tokyo", "wait | - | civil-dusk | Tokyo"), ("wait 23:30", "wait | - | 2026-11-27 23:30 | -"),
        ("poll --at \"sunset tomorrow\"", "poll | - | sunset 2026-11-28 | -"),
        // A quoted word is a place, or else events and a time.
        ("\"sunset tomorrow\"", "next | sunset | 2026-11-28 | -"),
        ("today \"sunset tomorrow\"", "today | - | sunset 2026-11-28 | -"),
        ("events \"24 dec sunset\" Tokyo", "events | sunset | 2026-12-24 | Tokyo"),
        ("chart \"solstice tomorrow\"", "chart - | - | solstice 2026-11-28 | -"),
        ("poll \"sunset tomorrow\"", "poll | - | sunset 2026-11-28 | -"),
        ("poll Tokyo \"front door tomorrow\"", "poll | - | front door 2026-11-28 | Tokyo"),
        ("wait \"sunset tomorrow\"", "wait | - | sunset 2026-11-28 | -"),
        ("\"New York City\" \"sunset tomorrow\"", "next | sunset | 2026-11-28 | New York City"),
        ("today \"Sun City\"", "today | - | - | Sun City"), ("today \"Sun Citty\"", "today | - | - | Sun Citty"),
        ("poll \"sunset Tokyo\"", "poll | - | - | sunset Tokyo"),
    ]

    @Test(
        "are events and alerts, a time and a place",
        arguments: meanings)
    func meaning(line: String, meaning: String) throws { #expect(try Self.meaning(of: line) == meaning) }

    @Test("mean the same time and place, whatever the alerts are; a time is no alert")
    func alertNamedLikeATime() throws {
        let words = try Words(["tomorrow", "Tokyo"], alerts: { ["tomorrow", "Tokyo"] })
        #expect(words.time == .plain(.day(.fromToday(1))))
        #expect(words.names == [.alert("Tokyo")] && words.place == nil)
    }

    @Test("that are quoted together are a place, even if each of them is an alert")
    func quotedPlace() throws {
        let words = try Words(["New York City"], alerts: { ["New", "York", "City"] })
        #expect(words.names.isEmpty && words.place == "New York City")
    }

    @Test("read the settings only if a word may be an alert", arguments: [("sunset tomorrow", false), ("Tokyo", true)])
    func settingsRead(line: String, isRead: Bool) throws {
        var wasRead = false
        _ = try Words(Self.arguments(line)) {
            wasRead = true
            return []
        }
        #expect(wasRead == isRead)
    }
}

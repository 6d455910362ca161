// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing

@testable import Tracker
@testable import Wording

@Suite("The status icon shows") struct PanelContentTests {
    /// A moment, with the expected content of the icon.
    struct Moment: CustomTestStringConvertible {
        let testDescription: String
        var place: Place? = TestPlace.denver.place
        var zone = SimulatedZone.denver
        let now: Instant
        let picture: PanelContent.Picture
        let title: String
        let lines: [String]
    }

    private static let denver = "Saturday 21 November in denver"
    private static let times = denver + "\nSunrise 06:51 · Sunset 16:40"
    private static let daylight = ["9 h 49 min of daylight, 1 min 42 s less than yesterday"]

    static let moments = [
        Moment(
            testDescription: "the day", now: at("2026-11-21T20:00:00Z"), picture: .day, title: times,
            lines: daylight),
        Moment(
            testDescription: "the night from the microsecond of sunset on", now: sunsetInDenver, picture: .night,
            title: times, lines: daylight),
        Moment(
            testDescription: "the day until then", now: sunsetInDenver - .microseconds(1), picture: .day,
            title: times, lines: daylight),
        Moment(
            testDescription: "the next date after midnight", now: at("2026-11-22T07:00:00Z"), picture: .night,
            title: "Sunday 22 November in denver\nSunrise 06:52 · Sunset 16:39",
            lines: ["9 h 47 min of daylight, 1 min 40 s less than yesterday"]),
        Moment(
            testDescription: "the polar night", place: TestPlace.tromso.place, zone: .oslo,
            now: at("2026-12-10T11:00:00Z"), picture: .night, title: "Thursday 10 December in tromso",
            lines: ["The Sun next rises on 15 January 2027"]),
        Moment(
            testDescription: "the polar day", place: TestPlace.tromso.place, zone: .oslo,
            now: at("2026-06-10T23:00:00Z"), picture: .day, title: "Thursday 11 June in tromso",
            lines: ["24 h of daylight", "The Sun stays up until 26 July"]),
        Moment(
            testDescription: "another time zone", zone: .utc, now: at("2026-11-21T20:00:00Z"), picture: .day,
            title: denver + "\nSunrise 13:51 · Sunset 23:40",
            lines: daylight + ["Times in time zone UTC"]),
        Moment(
            testDescription: "a time of another date", zone: .oslo, now: at("2026-11-21T20:00:00Z"), picture: .day,
            title: denver + "\nSunrise 14:51 · Sunset 00:40 on 22 November",
            lines: daylight + ["Times in time zone Europe/Oslo"]),
        Moment(
            testDescription: "that no place is known", place: nil, now: at("2026-11-21T20:00:00Z"),
            picture: .unknown, title: "No place is known",
            lines: ["Choose one with: suntracker place NAME"]),
    ]

    @Test("its picture, its title and its lines", arguments: moments)
    func shows(moment: Moment) {
        let content = PanelContent(at: moment.now, place: moment.place, localTime: moment.zone, in: .english)
        #expect(content.picture == moment.picture)
        #expect(content.title == moment.title)
        #expect(content.lines == moment.lines)
    }

    @Test(
        "the phase according to the settings, even if the Sun's differs",
        arguments: [(Phase.day, PanelContent.Picture.day), (.night, .night)])
    func phase(phase: Phase, picture: PanelContent.Picture) {
        for now in [sunsetInDenver - .seconds(60), sunsetInDenver + .seconds(60)] {
            let content = PanelContent(
                at: now, place: TestPlace.denver.place, localTime: SimulatedZone.denver,
                phase: PhaseSpan(phase, since: nil, until: nil), in: .english)
            #expect(content.picture == picture)
        }
    }

    @Test("an item that sets the other phase, and that the phase was set manually, even without a place")
    func override() {
        let span = PhaseSpan(.night, since: nil, until: nil, isSetManually: true)
        for place in [TestPlace.denver.place, nil] {
            let content = PanelContent(
                at: sunsetInDenver, place: place, localTime: SimulatedZone.denver, phase: span, in: .english)
            #expect(content.picture == .night)
            #expect(content.lines.contains("Night, set manually"))
            let items = content.menu.map(\.label)
            #expect(items.contains("Night, set manually"))
            #expect(items.contains("Switch to Day"))
            #expect(content.menu.contains { $0.role == .action(.setPhase(.day)) && $0.number == 104 })
        }
        let day = PanelContent(
            at: sunsetInDenver, place: nil, localTime: SimulatedZone.denver,
            phase: PhaseSpan(.day, since: nil, until: nil), in: .english)
        #expect(day.menu.contains { $0.role == .action(.setPhase(.night)) && $0.label == "Switch to Night" })
        #expect(!day.lines.contains { $0.contains("manually") })
    }

    @Test("the day's times in the menu, and below them the possible actions")
    func menu() {
        let noon = at("2026-11-21T20:00:00Z")
        let menu = PanelContent(at: noon, place: TestPlace.denver.place, localTime: SimulatedZone.denver, in: .english)
            .menu
        #expect(
            menu.map(\.label) == [
                "Sunset in 3 h 40 min, at 16:40", Self.denver, "Civil dawn 06:22", "Sunrise 06:51", "Solar noon 11:45",
                "Sunset 16:40",
                "Civil dusk 17:09", "9 h 49 min of daylight, 1 min 42 s less than yesterday", "",
                "Show the Daylight",
                "Preview the Next Notification", "Open the Settings File",
            ])
        #expect(menu.map(\.number) == [1, 2, 3, 4, 5, 6, 7, 8, 100, 101, 102, 103])
        let roles: [PanelMenuItem.Role] = menu.map(\.role)
        #expect(roles.prefix(8).allSatisfy { $0 == .action(.showDaylight) })
        let rest: [PanelMenuItem.Role] = [
            .separator, .action(.showDaylight), .action(.preview("sunset")),
            .action(.openSettings),
        ]
        #expect(Array(roles.suffix(4)) == rest)
        let evening = PanelContent(
            at: sunsetInDenver, place: TestPlace.denver.place, localTime: SimulatedZone.denver, in: .english)
        #expect(evening.menu.map(\.role).contains(.action(.preview("sunrise"))))
        #expect(evening.menu.first?.label == "Sunrise in 14 h 13 min, at 06:52")
        var guessed = TestPlace.denver.place
        guessed.provenance.source = .timeZone("America/Denver")
        let guess = PanelContent(at: noon, place: guessed, localTime: SimulatedZone.denver, in: .english).menu
        #expect(guess[8].label == "Not your place? suntracker place NAME")
        let nowhere = PanelContent(at: noon, place: nil, localTime: SimulatedZone.denver, in: .english).menu
        #expect(nowhere.map(\.number) == [1, 100, 103], "an action keeps its number")
        #expect(nowhere.last?.role == .action(.openSettings))
    }
}

@Suite("Signals to the panels") struct PanelItemTests {
    private static func content(_ now: String, at place: TestPlace = .denver) -> PanelContent {
        PanelContent(at: at(now), place: place.place, localTime: place.zone, in: .english)
    }

    @Test("no changes of a new icon, and no change twice")
    func once() {
        var item = PanelItem()
        let noon = Self.content("2026-11-21T20:00:00Z")
        #expect(!item.isMenuNews(noon))
        #expect(item.update(to: noon).isEmpty)
        #expect(item.update(to: noon).isEmpty)
        #expect(item.update(to: Self.content("2026-11-21T20:00:01Z")).isEmpty)
        #expect(item.revision == 1)
    }

    @Test("the picture and the tooltip at sunset, and the labels that differ after midnight")
    func labels() throws {
        var item = PanelItem()
        _ = item.update(to: Self.content("2026-11-21T20:00:00Z"))
        let evening = item.update(to: Self.content("2026-11-22T00:00:00Z"))
        #expect(Array(evening.prefix(2)) == [.picture, .toolTip])
        // The countdown is another one.
        guard case .labels(let changed) = try #require(evening.last) else {
            Issue.record("no labels: \(evening)")
            return
        }
        #expect(changed.map(\.number) == [1])
        let tomorrow = Self.content("2026-11-22T08:00:00Z")
        #expect(item.isMenuNews(tomorrow))
        let news = item.update(to: tomorrow)
        #expect(news.first == .toolTip)
        guard case .labels(let items) = try #require(news.last) else {
            Issue.record("no labels: \(news)")
            return
        }
        let expected: [Int32] = [1, 2, 3, 4, 5, 6, 7, 8]
        #expect(items.map(\.number) == expected)
        #expect(item.revision == 1)
        #expect(!item.isMenuNews(tomorrow))
    }

    @Test("a new layout when the menu contains other items")
    func layout() {
        var item = PanelItem()
        _ = item.update(to: Self.content("2026-11-21T20:00:00Z"))
        let polar = Self.content("2026-12-10T11:00:00Z", at: .tromso)
        #expect(item.update(to: polar) == [.picture, .toolTip, .layout(2)])
        #expect(item.revision == 2)
        #expect(item.update(to: Self.content("2026-11-21T20:00:00Z")) == [.picture, .toolTip, .layout(3)])
    }
}

// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing

@testable import Tracker
@testable import Wording

@Suite("Texts of announcements") struct AnnouncementTests {
    /// The first popup after this instant, and its journal entry.
    private func first(_ place: Place, _ zone: SimulatedZone, after instant: Instant) -> (
        WrittenPopup?, JournalEntry?
    ) {
        var settings = Settings()
        settings.location.fixed = place
        let machine = SimulatedMachine(at: instant, settings: settings, localTime: zone)
        machine.start()
        machine.advance(by: .seconds(86_400))
        return (machine.shown.first?.written, machine.entries(.event).first?.entry)
    }

    private func named(_ name: String?, _ place: TestPlace) -> Place {
        var named = place.place
        named.name = name.map(PlaceName.own)
        return named
    }

    @Test("an eclipse over midnight is named by the day of its maximum, as is its time")
    func eclipse() throws {
        let span = at("2039-06-20T00:00:00Z")..<at("2039-06-23T00:00:00Z")
        let eclipse = try #require(Sun.eclipses(in: span, at: Observer.at(69.35, 88.2)).first)
        let text = EclipseText(eclipse, localTime: SimulatedZone(utcOffset: 7 * 3600))
        #expect(text.summary(at: at("2039-06-21T05:00:00Z")) == "Solar eclipse on Wednesday: 62 % at 00:29")
    }

    @Test(
        "the picture of each event",
        arguments: [
            (.solar(.sunrise), .sunrise), (.solar(.sunset), .sunset), (.solar(.solarNoon), nil),
            (.polar(.dayStart), .sunrise), (.polar(.nightEnd), .sunrise), (.polar(.dayEnd), .sunset),
            (.polar(.nightStart), .sunset), (.solar(.marchEquinox), .season), (.solar(.decemberSolstice), .season),
            (.solarEclipse, .eclipse), (.zoneTransition, .clockChange),
        ] as [(AnnouncedEvent, WrittenPopup.Picture?)])
    func picture(event: AnnouncedEvent, picture: WrittenPopup.Picture?) {
        let rule = Rule(id: event.name, event: event, notifies: true)
        let occurrence = Occurrence(rule, at: at("2026-11-21T23:40:00Z"))
        let popup = Popup(.announcement(occurrence, at: TestPlace.denver.place), at: occurrence.due)
        #expect(popup.written.picture == picture)
    }

    @Test("a sunrise: the change of daylight, the sunset and the daylight, with no line break inside a quantity")
    func sunrise() {
        let (popup, entry) = first(named("Denver", .denver), .denver, after: at("2026-11-21T08:00:00Z"))
        #expect(popup?.summary == "Sunrise in Denver")
        #expect(
            popup?.body
                == "1\u{A0}min\u{A0}42\u{A0}s less daylight than yesterday · sunset 16:40 · 9\u{A0}h\u{A0}49\u{A0}min of daylight"
        )
        #expect(
            entry?.message
                == "Sunrise in Denver at 06:51: 9 h 49 min of daylight, 1 min 42 s less than yesterday; sunset at 16:40"
        )
    }

    @Test("a sunset, at a place without a name, on a 12-hour clock")
    func sunset() {
        var zone = SimulatedZone.denver
        zone.hasTwelveHours = true
        let (popup, _) = first(named(nil, .denver), zone, after: at("2026-11-21T20:00:00Z"))
        #expect(popup?.summary == "Sunset")
        #expect(
            popup?.body
                == "1\u{A0}min\u{A0}42\u{A0}s less daylight than yesterday · sunrise 6:52\u{A0}AM · 9\u{A0}h\u{A0}49\u{A0}min of daylight"
        )
    }

    @Test("the last sunrise before the polar day says how long it lasts")
    func polarDay() {
        let (popup, _) = first(named("Tromsø", .tromso), .oslo, after: at("2026-05-17T22:45:00Z"))
        #expect(popup?.body == "The Sun stays up until 26 July", "\(popup?.body ?? "")")
    }

    @Test("a time at the main city of the time zone is approximate, unless it is the same everywhere")
    func approximate() {
        let noon = at("2026-11-21T19:00:00Z")
        var place = named("Denver", .denver)
        func body(of event: AnnouncedEvent) -> String {
            let occurrence = Occurrence(Rule(id: "x", event: event, notifies: true), at: noon)
            let popup = Popup(.announcement(occurrence, at: place), at: noon)
            return WrittenPopup(popup, localTime: SimulatedZone.denver, in: .english).body
        }
        #expect(body(of: .solar(.sunset)).contains(" · sunrise 06:52 · "))
        place.provenance.source = .timeZone("America/Denver")
        #expect(body(of: .solar(.sunset)).contains(" · sunrise 06:52 (approximate) · "))
        #expect(body(of: .solar(.civilDusk)) == "12:00 (approximate)")
        #expect(!body(of: .solar(.juneSolstice)).contains("approximate"))
        place.provenance.source = .plasma
        #expect(body(of: .solar(.sunset)).contains(" · sunrise 06:52 · "))
    }

    @Test("times that are not the place's own say so at the end")
    func elsewhere() {
        let (popup, _) = first(named("Tromsø", .tromso), .denver, after: at("2026-10-17T00:00:00Z"))
        #expect(popup?.body.hasSuffix(" · times in time zone America/Denver") == true, "\(popup?.body ?? "")")
    }

    @Test("every MESSAGE_ID has 32 hexadecimal digits")
    func messageIDs() {
        let ids = JournalEntry.Kind.allCases.map(\.rawValue)
        #expect(ids.allSatisfy { id in id.count == 32 && id.allSatisfy { $0.isHexDigit } })
    }

    @Test("the status contains the date of the next event, because nothing wakes the service at midnight to change it")
    func status() {
        func status(_ place: TestPlace, _ instant: String) -> String {
            var settings = Settings()
            settings.location.fixed = named("here", place)
            let machine = SimulatedMachine(at: at(instant), settings: settings, localTime: place.zone)
            machine.start()
            return machine.status
        }
        #expect(status(.denver, "2026-11-21T20:00:00Z") == "Next: sunset in here on 21 November at 16:40")
        #expect(status(.denver, "2026-11-22T02:00:00Z") == "Next: sunrise in here on 22 November at 06:52")
        #expect(status(.tromso, "2026-12-24T12:00:00Z") == "Next: sunrise in here on 15 January 2027 at 11:34")
        #expect(
            status(.denver, "2026-10-31T15:00:00Z")
                == "Next: notice of the clock change in here on 31 October at 12:00")
    }

    @Test("{when} can say before, at and after for each event", arguments: AnnouncedEvent.names)
    func everyWhen(event: String) throws {
        let event = try #require(AnnouncedEvent(name: event))
        let phrases = [AnnouncedEvent.Shift.before, .at, .after].map { event.moment($0, from: "1 h", in: .english) }
        let name = phrases[1].dropFirst("at ".count)
        #expect(phrases == ["1 h before \(name)", "at \(name)", "1 h after \(name)"])
    }
}

@Suite("Quantities in a popup") struct UnbrokenQuantitiesTests {
    private static let popup = Localizer.english.formatted(for: .body)

    @Test(
        "are not broken across lines",
        arguments: [
            (Duration.seconds(9 * 3600 + 49 * 60).formattedDaylight(in: popup), "9_h_49_min"),
            (Duration.seconds(102).comparedToYesterday(in: popup), "1_min_42_s more than yesterday"),
            (Duration.seconds(12 * 86_400).formattedDistance(in: popup), "12_days"),
            (3000.0.formattedMetres(in: popup), "3_km"), (popup.quantity("4:40 PM"), "4:40_PM"),
            (Localizer.english.quantity("4:40 PM"), "4:40 PM"),
        ])
    func unbroken(text: String, held: String) { #expect(text == held.withNoBreakSpaces) }
}

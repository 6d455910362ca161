// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing

@testable import Tracker
@testable import Wording

/// `Localizer` returns each text in brackets, so text outside of brackets is not from the catalog, except for the
/// values.
@Suite("No text for people stays English in another language") struct UntranslatedTextTests {
    private static let words = Localizer.bracketed
    private static let values = [
        "デンバー", "トロムソ", "ランプ", "Antarctica/South_Pole", "suntracker place NAME", "suntracker status",
        "systemctl --user reload suntrackerd", "systemctl restart geoclue", "systemctl status geoclue",
        "/usr/libexec/geoclue-2.0/demos/agent", "/etc/geoclue/geoclue.conf", "[io.github.suntracker.Suntracker]",
        "allowed=true, system=false", "users=",
    ]

    /// The places; the South Pole is without a name.
    private static func places() -> [(place: Place, zone: SimulatedZone)] {
        [(TestPlace.denver, "デンバー"), (.tromso, "トロムソ"), (.southPole, nil)].map { place, name in
            var named = place.place
            named.name = name.map(PlaceName.own)
            return (named, place.zone)
        }
    }

    private func expectTranslated(_ text: String, at location: SourceLocation = #_sourceLocation) {
        #expect(untranslatedParts(of: text, values: Self.values) == [], "\(text)", sourceLocation: location)
    }

    @Test("in the popups of some months, on time and late, with their journal entries in English")
    func popups() throws {
        var count = 0
        for (place, zone) in Self.places() {
            for isLate in [false, true] {
                var settings = Settings()
                settings.location.fixed = place
                settings.notifications.grace = .seconds(3 * 86_400)
                try settings.addAlert("ランプ", "Event=sunset", "Offset=-30min")
                let machine = SimulatedMachine(at: at("2026-01-01T00:00:00Z"), settings: settings, localTime: zone)
                machine.words = Self.words
                machine.start()
                machine.advance(by: .seconds((isLate ? 1 : 150) * 86_400))
                for _ in 0..<(isLate ? 12 : 0) {
                    machine.kill()
                    machine.advance(by: .seconds(29 * 86_400 + 1800))
                    machine.start()
                    machine.advance(by: .seconds(3600))
                }
                count += machine.shown.count
                for shown in machine.shown {
                    expectTranslated(shown.written.summary)
                    expectTranslated(shown.written.body)
                    expectTranslated(shown.written.pageLabel ?? "")
                }
                for entry in machine.journal { #expect(!entry.entry.message.contains("⟦"), "\(entry.entry.message)") }
            }
        }
        #expect(count > 300)
    }

    @Test("in previews of all rules")
    func previews() {
        for (place, zone) in Self.places() {
            for rule in Settings().rules() {
                let preview = WrittenPopup(
                    previewOf: rule, at: place, after: at("2026-11-21T08:00:00Z"), localTime: zone, in: Self.words)
                expectTranslated(preview.summary)
                expectTranslated(preview.body)
            }
        }
    }

    @Test("in the status icon's title, lines and menu, on each 5th day of a year")
    func panel() {
        for (place, zone) in Self.places() {
            for day in stride(from: 0, to: 365, by: 5) {
                let now = at("2026-01-01T07:00:00Z") + .seconds(day * 86_400)
                let content = PanelContent(at: now, place: place, localTime: zone, in: Self.words)
                for text in [content.title] + content.lines + content.menu.map(\.label) { expectTranslated(text) }
            }
        }
        let unknown = PanelContent(
            at: at("2026-01-01T07:00:00Z"), place: nil, localTime: SimulatedZone.denver, in: Self.words)
        for text in [unknown.title] + unknown.lines + unknown.menu.map(\.label) { expectTranslated(text) }
    }

    @Test("in notices about the place and denied access")
    func notices() {
        let refusals =
            LocationAuthorization.Denial.allCases.map(LocationAuthorization.denied)
            + LocationAuthorization.Restriction.allCases.map(LocationAuthorization.restricted)
        let sources: [Provenance] = [
            .init(source: .commandLine), .init(source: .settings), .init(source: .geoclue),
            .init(source: .geoclue, accuracy: 25), .init(source: .geoclue, accuracy: 3000),
            .init(source: .geoclue, accuracy: .infinity), .init(source: .lastFix), .init(source: .timeZone("")),
        ]
        for source in sources {
            var places = Self.places()
            for index in places.indices { places[index].place.provenance = source }
            for (place, zone) in places.map({ (Optional($0.place), $0.zone) }) + [(nil, .denver)] {
                for authorization in refusals + [.notDetermined, .allowedAlways, .allowedOnce] {
                    let first = WrittenPopup(
                        Popup(.firstStart(at: place, authorization), at: at("2026-06-01T00:00:00Z")), localTime: zone,
                        in: Self.words)
                    for text in [first.summary, first.body] { expectTranslated(text) }
                }
                for authorization in refusals {
                    let refusal = WrittenPopup(
                        Popup(.locationDenied(authorization, insteadAt: place)), localTime: zone, in: Self.words)
                    for text in [refusal.summary, refusal.body] { expectTranslated(text) }
                }
            }
        }
        for fallback in [nil, SettingsFallback.lastAccepted, .defaults] {
            let error = SettingsError(origin: nil, subject: "x", problem: "it is empty", remedy: "rename the file")
            let notice = WrittenPopup(
                Popup(.settingsRefused(error, insteadUsing: fallback)), localTime: SimulatedZone.utc, in: Self.words)
            expectTranslated(notice.summary)
            #expect(notice.body == "x: it is empty; rename the file")
        }
    }

    @Test("in the names of events, days and months")
    func names() throws {
        let altitude = try #require(Altitude(degrees: -4))
        for event in SolarEvent.daily + SolarEvent.seasonal
            + [.altitude(altitude, .rising), .altitude(altitude, .setting)]
        {
            expectTranslated(event.capitalizedDisplayName(in: Self.words))
        }
        for month in 1...12 { expectTranslated(Self.words.month(month) + Self.words.shortMonth(month)) }
        for day in 1...7 {
            let date = CivilDate(daysSinceUnixEpoch: day)
            expectTranslated(date.dayName(in: Self.words) + date.shortDayName(in: Self.words))
        }
        for seconds in [0, 1, 59, 60, 61, 3599, 3600, 3661, 86_400, 86_400 * 9] {
            let time = Duration.seconds(seconds)
            expectTranslated(time.formatted(in: Self.words) + time.formattedDistance(in: Self.words))
            expectTranslated(time.comparedToYesterday(in: Self.words))
        }
    }
}

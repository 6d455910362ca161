import Glibc
import Solar
import Tracker

/// Measures ten thousand alerts: making the plan, handling a due alert, and resuming from a sleep.
///
/// The yardstick searches for the next event of each rule separately, the direct approach for a few rules.
@main
enum AgendaBenchmark {
    static let count = 10_000
    static let rounds = 15

    static func main() {
        print(
            "\(count) alerts in Denver, milliseconds of the processor: medians of \(rounds) rounds (yardstick: of one in a hundred rules)"
        )
        print(row("alerts over", "one by one", "agenda", "settings read", "one is due", "after 8 h", "ledger of all"))
        for (name, alerts) in [
            ("12 events", overNamedEvents), ("2000 altitudes", overAltitudes), ("20 altitudes", overFewAltitudes),
        ] {
            measure(name, alerts)
        }
    }

    /// The twelve named events of a day, each at 833 offsets from -23 to +23 hours.
    private static var overNamedEvents: [Alert] {
        let daily = SolarEvent.named.map(\.event).filter { !SolarEvent.seasonal.contains($0) }
        return (0..<count).map { number in
            alert(number, .solar(daily[number % daily.count]), Int64(number / daily.count) * 198 - 82_400)
        }
    }

    /// Two thousand altitudes, rising and setting, each at five offsets of up to an hour.
    private static var overAltitudes: [Alert] { overAltitudes(2000) }

    private static var overFewAltitudes: [Alert] { overAltitudes(20) }

    private static func overAltitudes(_ altitudes: Int) -> [Alert] {
        (0..<count).compactMap { number in
            let step = number % altitudes
            return Altitude(degrees: Double(step / 2) * 140 / Double(altitudes) - 35).map {
                alert(
                    number, .solar(.altitude($0, step.isMultiple(of: 2) ? .rising : .setting)),
                    Int64(number / altitudes % 5) * 1800 - 3600 + Int64(number / altitudes))
            }
        }
    }

    private static func alert(_ number: Int, _ event: AnnouncedEvent, _ seconds: Int64) -> Alert {
        var alert = Alert(name: "number \(number)", event: event)
        alert.offset = .seconds(seconds)
        return alert
    }

    private static func measure(_ name: String, _ alerts: [Alert]) {
        guard let coordinate = Coordinate(latitude: 39.7392, longitude: -104.9903),
            let start = CivilDate(year: 2026, month: 11, day: 21)?.startInUTC
        else { return }
        let observer = Observer(coordinate)
        var settings = Settings()
        settings.location.source = .fixed
        settings.location.fixed = Place(observer: observer, name: nil, provenance: Provenance(source: .settings))
        settings.notifications.sunrise = false
        settings.alerts = alerts

        var (searches, plans, reloads, handlings, catchUps, texts) = (
            0.0, [Double](), [Double](), [Double](), [Double](), [Double]()
        )
        let some = alerts.indices.filter { $0.isMultiple(of: 100) }
        searches =
            milliseconds {
                for index in some {
                    if case .solar(let event) = alerts[index].event {
                        _ = Sun.nextOccurrence(of: event, after: start - alerts[index].offset, at: observer)
                    }
                }
            } * Double(alerts.count) / Double(some.count)
        for round in 0..<rounds {
            let rules = settings.rules()
            plans.append(
                milliseconds {
                    var agenda = Agenda(rules: rules, observer: observer, localTime: UTC())
                    precondition(agenda.next(after: start) != nil)
                })
            var tracker = Tracker(
                settings: settings, locations: LocationChain(), localTime: UTC(), places: NoPlaces(), ledger: nil,
                now: start)
            var outputs = tracker.handle(.started(ledgerTrouble: nil), at: start)
            reloads.append(milliseconds { outputs = tracker.handle(.reloaded(settings), at: start) })
            for _ in 0..<20 {
                guard let next = wake(outputs) else { return }
                handlings.append(milliseconds { outputs = tracker.handle(.timerFired, at: next) })
                for id in shown(outputs) { _ = tracker.handle(.popupShown(id), at: next) }
            }
            guard let now = wake(outputs) else { return }
            catchUps.append(
                milliseconds { outputs = tracker.handle(.clockStepped, at: now + .seconds(8 * 3600 + Int64(round))) })
            let entries = rules.map {
                Ledger.Entry(rule: "\($0.id) (30min before sunset)", due: start, state: .announced)
            }
            let ledger = Ledger(settledThrough: start, entries: entries)
            texts.append(milliseconds { precondition(!ledger.text.isEmpty) })
        }
        print(
            row(
                name, decimal(searches), decimal(median(plans)), decimal(median(reloads)), decimal(median(handlings)),
                decimal(median(catchUps)), decimal(median(texts))))
    }

    private static func wake(_ outputs: [Output]) -> Instant? {
        for case .wait(let instant?) in outputs { return instant }
        return nil
    }

    private static func shown(_ outputs: [Output]) -> [Popup.ID] {
        outputs.compactMap { output in
            if case .show(let popup) = output { popup.id } else { nil }
        }
    }

    /// UTC, without clock changes.
    private struct NoPlaces: PlaceDirectory {
        func place(meantBy text: String) throws(PlaceLookupError) -> NamedCoordinate {
            throw PlaceLookupError(problem: .quoted("there is no place"), remedy: .quoted("give coordinates"))
        }
        func name(of coordinate: Coordinate) -> PlaceName? { nil }
    }

    private struct UTC: LocalTime {
        let zoneName: String? = "UTC"

        func civilTime(at instant: Instant) -> CivilTime {
            let second = Int((instant.microseconds - Instant.earliest.microseconds) / 1_000_000)
            let date = CivilDate(daysSinceUnixEpoch: second / 86_400 - 719_162)
            let time = second % 86_400
            return CivilTime(date: date, hour: time / 3600, minute: time / 60 % 60, second: time % 60, utcOffset: 0)
        }

        var inEnglish: any LocalTime { self }
        func start(of date: CivilDate) -> Instant { date.startInUTC }
        func nextZoneTransition(after instant: Instant, before limit: Instant) -> ZoneTransition? { nil }
        func timeOfDay(at instant: Instant) -> String {
            let time = civilTime(at: instant)
            return "\(time.hour):\(time.minute)"
        }
        func text(ofHour hour: Int) -> String { "\(hour)" }
    }

    private static func milliseconds(_ work: () -> Void) -> Double {
        let started = now()
        work()
        return now() - started
    }

    /// The processor time in milliseconds, which is independent of the machine's other load.
    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }

    private static func median(_ values: [Double]) -> Double {
        values.isEmpty ? .nan : values.sorted()[values.count / 2]
    }

    private static func decimal(_ value: Double) -> String {
        guard value.isFinite else { return "-" }
        let hundredths = Int((value * 100).rounded())
        return "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"
    }

    private static func row(_ cells: String...) -> String {
        cells.map { String(repeating: " ", count: max(0, 15 - $0.count)) + $0 }.joined(separator: " ")
    }
}

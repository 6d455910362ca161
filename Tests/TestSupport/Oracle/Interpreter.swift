import Solar
import Tracker

/// Adds to a chronicle what follows from its facts: the place in force, and the significance of fixes.
struct Interpreter {
    let sun: SunTable
    private var location = LocationModel()
    private var settings = Settings()
    private var hooks = HookCatalog()
    private var localTime: any LocalTime = SimulatedZone.utc
    private var login: Login?
    /// The last fix with a readable file.
    private var keptFix: LocationModel.Fix?
    /// The fixes that the disk does not have yet, by the number of the request.
    private var requestedFixes: [Int: LocationModel.Fix] = [:]

    init(sun: SunTable) { self.sun = sun }

    /// The situation after the service has handled all its inputs.
    var situation: Chronicle.Situation {
        let place = location.inForce
        return Chronicle.Situation(
            observer: place?.observer, source: place?.source, settings: settings, hooks: hooks,
            localTime: localTime, login: login)
    }

    /// The verdict on a fix that is reported now.
    func verdict(on fix: Place, at clock: Instant) -> LocationModel.Verdict {
        location.verdict(on: fix, at: clock, by: sun)
    }

    /// The records that follow from the record, and the record itself.
    mutating func interpret(_ record: Chronicle.Record) -> [Chronicle.Record] {
        func records(_ news: [Chronicle.Happening]) -> [Chronicle.Record] {
            news.map {
                Chronicle.Record(clock: record.clock, uptime: record.uptime, boot: record.boot, what: $0)
            }
        }
        switch record.what {
        case .began(let beginning):
            (settings, hooks, localTime) = (beginning.settings, beginning.hooks, beginning.localTime)
            login = beginning.login
            location.begin(
                settings.location, remembering: keptFix ?? beginning.lastFix.map { LocationModel.Fix($0) },
                principalPlace: beginning.principalPlace)
            return records([.started(situation)] + (beginning.isFirst ? [.startedFirst] : []))
        case .learned(let input): return records(learn(input, at: record.clock))
        case .fixKeepRequested(let number, _): requestedFixes[number] = location.remembered
        case .fixKept(let number, _):
            keptFix = requestedFixes[number]
            requestedFixes = requestedFixes.filter { $0.key > number }
        case .ended: requestedFixes = [:]
        case .fixLost: keptFix = nil
        default: break
        }
        return [record]
    }

    private mutating func learn(_ input: Input, at clock: Instant) -> [Chronicle.Happening] {
        switch input {
        case .reloaded(let settings, let hooks): return learn(settings, hooks, by: .reload)
        case .settingsEdited(let settings, let hooks): return learn(settings, hooks, by: .edit)
        case .timeZoneChanged(let localTime, let principalPlace):
            self.localTime = localTime
            let isContradicted = location.take(timeZoneOf: principalPlace)
            return (isContradicted ? [.contradicted] : []) + [.changed(situation, by: .zone)]
        case .located(let fix):
            let counts = location.take(fix, at: clock, by: sun)
            return [.located(counts ? location.held?.observer : nil), .changed(situation, by: .watcher)]
        case .fixOverdue: return [.fixOverdue]
        case .locationAuthorization(let authorization):
            location.take(authorization)
            return [.authorized(authorization), .changed(situation, by: .watcher)]
        case .ledgerKept: return [.ledgerAnswered(true)]
        case .ledgerNotKept: return [.ledgerAnswered(false)]
        case .fixKept: return [.fixAnswered(true)]
        case .fixNotKept: return [.fixAnswered(false)]
        case .timerFired, .clockStepped:
            guard let fix = location.takeCoarserFix(at: clock) else { return [] }
            return [.located(fix.observer), .changed(situation, by: .watcher)]
        default: return []
        }
    }

    private mutating func learn(
        _ settings: Settings, _ hooks: HookCatalog, by cause: Chronicle.Cause
    ) -> [Chronicle.Happening] {
        (self.settings, self.hooks) = (settings, hooks)
        location.take(settings.location)
        return [.changed(situation, by: cause)]
    }
}

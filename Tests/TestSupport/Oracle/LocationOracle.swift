import Solar
import Tracker

/// The expected journal entries about the place, requests to the location watcher, and writes of the fix.
///
/// - Every entry with a place has the place in force, and its source. A look in which the place changes has one entry
///   about that; other looks have none.
/// - The watcher receives a request when the settings require another one, on a reload after the location was refused,
///   and when the time zone contradicts the fix. It is released before the service stops.
/// - Each authorization that the watcher reports is in the journal once, until another one is reported or a new request
///   is sent.
/// - That no fix has come in time is in the journal once for each order.
/// - Significant fixes are written, and no others. If the disk fails, the fix is written after the next successful
///   write of the ledger.
struct LocationOracle {
    var violations: [Oracle.Violation] = []
    private var clock = Instant.earliest
    private var situation: Chronicle.Situation?
    private var isRunning = false
    private var diskWorks = true
    /// The last request to the watcher, and the authorization that it has reported since.
    private var order: LocationWatch?
    private var authorization = LocationAuthorization.notDetermined
    /// Whether the watcher has reported since that no fix has come in time.
    private var isOverdue = false
    /// The fix that is not on the disk yet, and whether the ledger was written since.
    private var unkept: Observer?
    private var diskHasTakenLedger = false

    private var look = Look()
    private var pending = Look()

    private struct Look {
        /// Whether it has begun and is not settled.
        var isOpen = false
        var isStart = false
        var isContradicted = false
        var change: (situation: Chronicle.Situation, cause: Chronicle.Cause)?
        var authorization: LocationAuthorization?
        var fix: Observer?
        var isFixOverdue = false
        // The results.
        var orders: [LocationWatch?] = []
        var placeEntries: [JournalEntry] = []
        var authorizationEntries: [JournalEntry] = []
        var overdueEntries = 0
    }

    mutating func take(_ record: Chronicle.Record) {
        clock = record.clock
        switch record.what {
        case .started(let situation):
            (self.situation, isRunning, order, authorization) = (situation, true, nil, .notDetermined)
            isOverdue = false
            (unkept, diskHasTakenLedger) = (nil, false)
            pending = Look(isStart: true)
        case .changed(let situation, let cause): pending.change = (situation, cause)
        case .authorized(let authorization): pending.authorization = authorization
        case .located(let fix): pending.fix = fix
        case .fixOverdue: pending.isFixOverdue = true
        case .contradicted: pending.isContradicted = true
        case .looked:
            settle()
            (look, pending) = (pending, Look())
            look.isOpen = true
            if let fix = look.fix { (unkept, diskHasTakenLedger) = (fix, false) }
        case .awake, .jumped, .fired: if !record.isWaiting { catchUp() }
        case .stopRequested: settle()
        case .ended(let end): finish(end)
        case .diskWorks(let works): diskWorks = works
        case .kept: diskHasTakenLedger = true
        case .fixKeepRequested(_, let place):
            if place.observer != unkept { complain(.needlessFix, "an insignificant or known fix is written") }
        case .fixKept(_, let place): if place.observer == unkept { unkept = nil }
        case .ordered(let order): look.orders.append(order)
        case .wrote(let entry): hear(entry)
        default: break
        }
    }

    private mutating func complain(_ rule: Oracle.Rule, _ text: String) {
        violations.append(Oracle.Violation(rule: rule, clock: clock, text: text))
    }

    private mutating func hear(_ entry: JournalEntry) {
        func field(_ name: String) -> String? { entry.fields.first { $0.name == name }?.value }
        switch entry.kind {
        case .started, .noLocation, .locationChanged: look.placeEntries.append(entry)
        case .authorization: look.authorizationEntries.append(entry)
        case .fixOverdue: look.overdueEntries += 1
        case .notShown: return
        default: break
        }
        guard let source = field("SUNTRACKER_SOURCE") else { return }
        let named = [source, field("SUNTRACKER_LATITUDE") ?? "", field("SUNTRACKER_LONGITUDE") ?? ""]
        let known = [situation, look.change?.situation].compactMap { $0 }
        if !known.contains(where: { $0.placeFields == named }) {
            complain(.wrongPlace, "an entry names \(named), but \(known.map(\.placeFields)) is in force")
        }
    }

    /// All pending inputs are handled.
    private mutating func catchUp() {
        if isRunning, unkept != nil, diskWorks, diskHasTakenLedger {
            complain(.fixNotRetried, "a fix is not written")
        }
    }

    private mutating func finish(_ end: Chronicle.End) {
        guard isRunning else { return }
        switch end {
        case .killed(midway: true): break
        case .killed(midway: false): settle()
        case .stopped:
            if let last = look.orders.last { order = last }
            if order != nil { complain(.watcherNotReleased, "the watcher is not released") }
            if unkept != nil, diskWorks { complain(.fixNotKeptAtEnd, "the fix is not written before the end") }
        }
        (isRunning, look, pending) = (false, Look(), Look())
    }

    mutating func settle() {
        guard look.isOpen, let before = situation else { return }
        let after = look.change?.situation ?? before
        if look.fix != nil, unkept != nil, diskWorks { complain(.fixNotKept, "a significant fix is not written") }

        if look.isStart {
            let isRight =
                look.placeEntries.count == 1 && (look.placeEntries[0].kind == .started) == (after.observer != nil)
            if !isRight {
                complain(
                    .wrongStartEntry, "the entries of the start are \(look.placeEntries.map(\.message))")
            }
        } else {
            let expected: [JournalEntry.Kind] =
                after.observer == before.observer ? [] : [after.observer == nil ? .noLocation : .locationChanged]
            if look.placeEntries.map(\.kind) != expected {
                complain(
                    .wrongLocationEntry,
                    "the entries about the place are \(look.placeEntries.map(\.message)), not \(expected)"
                )
            }
        }

        let isNews = look.authorization.map { $0 != authorization && $0 != .notDetermined } ?? false
        let words = look.authorizationEntries.map { $0.fields.first { $0.name == "SUNTRACKER_AUTHORIZATION" }?.value }
        if words != (isNews ? [look.authorization?.identifier] : []) {
            complain(.wrongAuthorizationEntry, "the entries about the authorization are \(words)")
        }
        authorization = look.authorization ?? authorization
        if look.overdueEntries != (look.isFixOverdue && !isOverdue ? 1 : 0) {
            complain(.wrongOverdueEntry, "there are \(look.overdueEntries) entries about an overdue fix")
        }
        isOverdue = isOverdue || look.isFixOverdue

        let wanted = LocationModel.watch(wantedBy: after.settings.location)
        let isToldAgain = look.change?.cause == .reload && wanted != nil && authorization.isRefused
        let isToldToAsk = look.isContradicted && wanted != nil
        let expected = wanted != order || isToldAgain || isToldToAsk ? [wanted] : []
        if look.orders != expected {
            complain(.wrongWatch, "the requests to the watcher are \(look.orders), not \(expected)")
        }
        if let last = look.orders.last { (order, authorization, isOverdue) = (last, .notDetermined, false) }

        situation = after
        look = Look()
    }
}

extension Chronicle.Situation {
    /// The place as in the fields of a journal entry.
    var placeFields: [String] {
        guard let observer, let source else { return [] }
        return [
            source, Self.hundredths(observer.coordinate.latitude.degrees),
            Self.hundredths(observer.coordinate.longitude.degrees),
        ]
    }

    private static func hundredths(_ degrees: Double) -> String {
        let number = Int((degrees.magnitude * 100).rounded())
        let fraction = number % 100
        return (degrees < 0 && number > 0 ? "-" : "") + "\(number / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }
}

import Solar
import Tracker

/// What should be said of the place, what the watcher should be told, and when the fix should be kept.
///
/// - Every entry that names a place names the one in force, and who says so. A look that ends at another place than it
///   began at has one entry that says so, and others have none.
/// - The watcher is told what the settings want when they want something else than it was told, and again when somebody
///   asks for a reload where the location was refused, or when the time zone has come to contradict the fix. It is released before
///   the service stops.
/// - What the watcher says of its authorization is in the journal once, until it says something else or is told anew.
/// - A fix that counts is kept, and no other; where the disk does not take it, as soon as the disk takes the ledger
///   again.
struct LocationOracle {
    var violations: [Oracle.Violation] = []
    private var clock = Instant.earliest
    private var situation: Chronicle.Situation?
    private var isRunning = false
    private var diskWorks = true
    /// What the watcher was told last, and what it has said since.
    private var order: LocationWatch?
    private var authorization = LocationAuthorization.notDetermined
    /// The fix that the disk does not have yet, and whether it has taken the ledger since.
    private var unkept: Observer?
    private var diskHasTakenLedger = false

    private var look = Look()
    private var pending = Look()

    private struct Look {
        /// It has begun, and is not settled.
        var isOpen = false
        var isStart = false
        var isContradicted = false
        var change: (situation: Chronicle.Situation, cause: Chronicle.Cause)?
        var authorization: LocationAuthorization?
        var fix: Observer?
        // What came of it.
        var orders: [LocationWatch?] = []
        var placeEntries: [JournalEntry] = []
        var authorizationEntries: [JournalEntry] = []
    }

    mutating func take(_ record: Chronicle.Record) {
        clock = record.clock
        switch record.what {
        case .started(let situation):
            (self.situation, isRunning, order, authorization) = (situation, true, nil, .notDetermined)
            (unkept, diskHasTakenLedger) = (nil, false)
            pending = Look(isStart: true)
        case .changed(let situation, let cause): pending.change = (situation, cause)
        case .authorized(let authorization): pending.authorization = authorization
        case .located(let fix): pending.fix = fix
        case .contradicted: pending.isContradicted = true
        case .looked:
            settle()
            (look, pending) = (pending, Look())
            look.isOpen = true
            if let fix = look.fix { (unkept, diskHasTakenLedger) = (fix, false) }
        case .awake, .jumped, .fired: catchUp()
        case .ended(let end): finish(end)
        case .diskWorks(let works): diskWorks = works
        case .kept: diskHasTakenLedger = true
        case .fixKept(let place): keep(place)
        case .ordered(let order): look.orders.append(order)
        case .wrote(let entry): hear(entry)
        default: break
        }
    }

    private mutating func complain(_ text: String) { violations.append(Oracle.Violation(clock: clock, text: text)) }

    private mutating func hear(_ entry: JournalEntry) {
        func field(_ name: String) -> String? { entry.fields.first { $0.name == name }?.value }
        switch entry.kind {
        case .started, .noLocation, .locationChanged: look.placeEntries.append(entry)
        case .authorization: look.authorizationEntries.append(entry)
        case .notShown: return
        default: break
        }
        guard let source = field("SUNTRACKER_SOURCE") else { return }
        let named = [source, field("SUNTRACKER_LATITUDE") ?? "", field("SUNTRACKER_LONGITUDE") ?? ""]
        let known = [situation, look.change?.situation].compactMap { $0 }
        if !known.contains(where: { $0.placeFields == named }) {
            complain("an entry names \(named), and in force is \(known.map(\.placeFields))")
        }
    }

    private mutating func keep(_ place: Place) {
        if place.observer != unkept { complain("a fix is kept that does not count, or is kept already") }
        unkept = nil
    }

    /// All that was to be handled is handled.
    private mutating func catchUp() {
        if isRunning, unkept != nil, diskWorks, diskHasTakenLedger { complain("the fix is not kept") }
    }

    private mutating func finish(_ end: Chronicle.End) {
        guard isRunning else { return }
        switch end {
        case .killed(midway: true): break
        case .killed(midway: false): settle()
        case .stopped:
            if let last = look.orders.last { order = last }
            if order != nil { complain("the watcher is not released") }
            if unkept != nil, diskWorks { complain("the fix is not kept before the end") }
        }
        (isRunning, look, pending) = (false, Look(), Look())
    }

    mutating func settle() {
        guard look.isOpen, let before = situation else { return }
        let after = look.change?.situation ?? before
        if look.fix != nil, unkept != nil, diskWorks { complain("a fix that counts is not kept") }

        if look.isStart {
            let isRight =
                look.placeEntries.count == 1 && (look.placeEntries[0].kind == .started) == (after.observer != nil)
            if !isRight { complain("the start says of the place: \(look.placeEntries.map(\.message))") }
        } else {
            let expected: [JournalEntry.Kind] =
                after.observer == before.observer ? [] : [after.observer == nil ? .noLocation : .locationChanged]
            if look.placeEntries.map(\.kind) != expected {
                complain("of the place is said \(look.placeEntries.map(\.message)), and expected was \(expected)")
            }
        }

        let isNews = look.authorization.map { $0 != authorization && $0 != .notDetermined } ?? false
        let words = look.authorizationEntries.map { $0.fields.first { $0.name == "SUNTRACKER_AUTHORIZATION" }?.value }
        if words != (isNews ? [look.authorization?.identifier] : []) {
            complain("of the authorization is said \(words)")
        }
        authorization = look.authorization ?? authorization

        let wanted = LocationModel.watch(wantedBy: after.settings.location)
        let isToldAgain = look.change?.cause == .reload && wanted != nil && authorization.isRefused
        let isToldToAsk = look.isContradicted && wanted != nil
        let expected = wanted != order || isToldAgain || isToldToAsk ? [wanted] : []
        if look.orders != expected { complain("the watcher is told \(look.orders), and expected was \(expected)") }
        if let last = look.orders.last { (order, authorization) = (last, .notDetermined) }

        situation = after
        look = Look()
    }
}

extension Chronicle.Situation {
    /// What the fields of the journal say of the place.
    fileprivate var placeFields: [String] {
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

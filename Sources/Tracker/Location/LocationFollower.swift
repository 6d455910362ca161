// SPDX-License-Identifier: MIT
import Configuration
import Solar

/// Follows where the observer is: keeps the places from all sources, and what the location watcher was asked and has
/// reported.
struct LocationFollower: Sendable {
    private(set) var chain: LocationChain
    /// What the watcher was asked to watch; nil while there is no watcher.
    private(set) var watching: LocationWatch?
    /// The authorization that the watcher last reported.
    private var reported = LocationAuthorization.notDetermined
    /// Whether the last fix of the watch was vague.
    private var isVague = false
    /// Whether the location can be used, which a vague fix does not allow.
    var authorization: LocationAuthorization {
        isVague && reported.isAllowed ? .restricted(.onlyCountry) : reported
    }
    /// Whether the watcher exceeded the time limit for a fix.
    private var isFixOverdue = false
    private var requests = LocationRequests()
    /// Whether to start the watcher again: because the time zone contradicts its last fix, and a watcher does not report a
    /// place that stays the same; or because access was denied and a reload is requested.
    private var watchesAgain = false
    /// The main cities of earlier time zones, and the newest time stamp of a location that belongs to each of the zones;
    /// oldest first.
    private var formerZones: [(mainCity: Coordinate?, end: Instant)] = []
    /// A location of these last minutes of a time zone belongs to the next zone: the desktop may have set the zone because
    /// of it.
    private static let arrival = Duration.seconds(600)
    /// Looks up the names of fixes that are accepted.
    private let places: any PlaceDirectory

    init(_ chain: LocationChain, places: any PlaceDirectory) {
        self.chain = chain
        self.places = places
        // A fix that was received in a time zone without a main city, such as UTC, is assumed to be from the current
        // time zone, until the time zone changes.
        if chain.lastFix?.provenance.mainCity == nil { self.chain.lastFix?.provenance.mainCity = chain.mainCity }
        if let last = self.chain.lastFix?.provenance, let end = last.observed { formerZones = [(last.mainCity, end)] }
        self.chain.lastFix = self.chain.lastFix?.named(by: places)
        self.chain.plasmaPlace = self.chain.plasmaPlace?.named(by: places)
    }

    /// Handles a report of the watcher, and returns the entries about it.
    mutating func handle(_ report: LocationReport, under settings: LocationSettings, at now: Instant) -> [JournalFact] {
        let isLastSource = chain.place(under: settings) == nil
        switch report {
        case .fix(let fix):
            let before = authorization
            take(fix, under: settings, at: now)
            return authorization != before && isVague
                ? [.authorization(authorization, isLastSource: isLastSource)] : []
        case .fixOverdue(let provider):
            // Later requests without a fix are not reported.
            defer { isFixOverdue = true }
            return isFixOverdue ? [] : [.fixOverdue(provider, isLastSource: isLastSource)]
        case .authorization(let authorization):
            guard authorization != reported else { return [] }
            reported = authorization
            // Without access, the current fix becomes the last known one.
            if authorization.isRefused { loseFix() }
            return authorization == .notDetermined ? [] : [.authorization(authorization, isLastSource: isLastSource)]
        }
    }

    private mutating func take(_ fix: Place, under settings: LocationSettings, at now: Instant) {
        var fix = fix
        // GeoClue first sends the last location that it has, which after a flight may be from before the time zone
        // changed. If the new zone does not contradict it, it may be from after the flight, and belongs to the new zone.
        fix.provenance.mainCity = mainCity(at: fix.provenance.observed, now: now)
        if !chain.isContradicted(fix) { fix.provenance.mainCity = chain.mainCity }
        // For everything else, the time of arrival is used, because a receiver's clock may have no date.
        fix.provenance.observed = now
        // A radius that is negative or not a number means nothing, and could not be read again after a restart.
        if let radius = fix.provenance.accuracy, !(radius >= 0) { fix.provenance.accuracy = nil }
        if fix.isLocation || fix.isVague { isVague = fix.isVague }
        let held = chain.heldFix(under: settings)
        let verdict: FixVerdict =
            chain.counts(fix, under: settings) ? FixVerdict(of: fix, besides: held, at: now) : .rejected
        if verdict != .rejected { requests.answer() }
        switch verdict {
        case .rejected: break
        case .coarser: chain.coarserFix = fix
        case .insignificant:
            chain.coarserFix = nil
            if let held { confirm(held, by: fix, at: now) }
        case .significant: accept(fix)
        }
    }

    /// The main city of the time zone at the time stamp of a fix; of the current zone without a time stamp, and if no
    /// GeoClue can have kept the fix for so long.
    private func mainCity(at stamp: Instant?, now: Instant) -> Coordinate? {
        guard let stamp, now - stamp < .seconds(366 * 86_400),
            let former = formerZones.first(where: { stamp <= $0.end })
        else { return chain.mainCity }
        return former.mainCity
    }

    /// Makes the held place the current one again. A new fix that is consistent with it renews its time, so it does not
    /// become stale; a less accurate fix does so only once the place is stale. The last fix on the disk is also renewed
    /// only once it is stale, because otherwise every confirmation would cause a write.
    private mutating func confirm(_ held: Place, by fix: Place, at now: Instant) {
        var confirmed = held
        (confirmed.provenance.source, confirmed.provenance.mainCity) = (fix.provenance.source, fix.provenance.mainCity)
        if !FixVerdict.saysLess(fix, than: held, at: now) {
            confirmed.provenance.observed = now
            confirmed.provenance.accuracy = [held, fix].compactMap(\.provenance.accuracy).max()
        }
        chain.fix = confirmed
        if chain.lastFix.map({ FixVerdict.isStale($0, at: now) }) ?? true { remember(confirmed) }
    }

    private mutating func remember(_ fix: Place) {
        chain.lastFix = fix
        chain.lastFix?.provenance.source = .lastFix
    }

    /// Makes a fix the current one. Its name is looked up only now, because most fixes change nothing.
    private mutating func accept(_ fix: Place) {
        let fix = fix.named(by: places)
        (chain.coarserFix, chain.fix) = (nil, fix)
        remember(fix)
    }

    /// The newest fix, whether or not it is the current one.
    private var latest: Place? { chain.fix ?? chain.lastFix }

    /// Whether there is a coarser fix, and the current one is stale.
    func hasStaleFix(at now: Instant) -> Bool {
        chain.coarserFix != nil && latest.map { FixVerdict.isStale($0, at: now) } == true
    }

    mutating func acceptCoarserFix() {
        if let coarser = chain.coarserFix { accept(coarser) }
    }

    /// Drops the current fix, which becomes the last known one.
    mutating func loseFix() { (chain.fix, chain.coarserFix) = (nil, nil) }

    /// Handles another time zone, or other rules of the same one, and the place that is set in Plasma, which is read at
    /// the same time.
    mutating func moveTimeZone(
        to mainCity: Place?, plasmaPlace: Place?, under settings: LocationSettings, at now: Instant
    ) {
        let former = chain.mainCity
        chain.plasmaPlace = plasmaPlace?.named(by: places)
        chain.timeZonePlace = mainCity
        guard chain.mainCity != former else { return }
        formerZones = formerZones.suffix(9) + [(former, now - Self.arrival)]
        watchesAgain = latest != nil && chain.heldFix(under: settings) == nil
    }

    mutating func watchAgainIfRefused() { watchesAgain = authorization.isRefused }

    /// Records a reason to ask for the location. Only a watch with `Mode=follow` asks more than once.
    mutating func note(_ trigger: LocationTrigger, at now: Instant) {
        guard watching?.mode == .follow else { return }
        requests.follow(clock: now)
        requests.add(trigger, at: now)
    }

    /// Starts, changes or stops the watcher according to the settings, or asks it again if a request is due.
    mutating func updateWatcher(under settings: LocationSettings, at now: Instant) -> [Output] {
        let wanted = settings.watch
        requests.follow(clock: now)
        formerZones = formerZones.map { ($0.mainCity, min($0.end, now)) }
        defer { watchesAgain = false }
        guard wanted != watching || wanted != nil && watchesAgain else { return askIfDue(at: now) }
        watching = wanted
        (reported, isVague, isFixOverdue) = (.notDetermined, false, false)
        requests.ask(at: now)
        return [.watchLocation(wanted)]
    }

    private mutating func askIfDue(at now: Instant) -> [Output] {
        guard let due = requests.next, due <= now else { return [] }
        requests.ask(at: now)
        return [.askLocation]
    }

    /// When a coarser fix replaces the current one, or a waiting request is due, whichever is first; nil if neither is
    /// pending.
    func nextWake(after now: Instant) -> Instant? {
        let stale = chain.coarserFix == nil ? nil : latest.map { ($0.provenance.observed ?? now) + FixVerdict.staleAge }
        return [stale, requests.next].compactMap { $0 }.min()
    }

    /// Whether no better location is expected soon: because none was requested, a fix has arrived, access was denied,
    /// or GeoClue exceeded the time limit.
    func isSettled(under settings: LocationSettings) -> Bool {
        settings.watch == nil || chain.fix != nil || authorization.isRefused || isFixOverdue
    }

    /// The entry about a missing place. It is a warning only after GeoClue has exceeded the time limit.
    func missingPlace(under settings: LocationSettings) -> JournalFact {
        let watch = settings.watch
        return watch != nil && (watch != watching || !isSettled(under: settings))
            ? .awaitingLocation : .noLocation(isWatching: watch != nil)
    }

    /// Whether the refusal of the location changes anything for the user: somebody has refused it, or nothing else knows
    /// the place. A desktop without GeoClue whose time zone has a place needs no notice.
    func isRefusalNoteworthy(under settings: LocationSettings) -> Bool {
        guard settings.watch != nil else { return false }
        switch authorization {
        case .denied: return true
        case .restricted: return chain.place(under: settings) == nil
        case .notDetermined, .allowedAlways, .allowedOnce: return false
        }
    }
}

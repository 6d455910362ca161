import Solar
import Tracker

/// A notice that is shown once, by the tag of its popup.
enum OnceNotice: String, CaseIterable {
    case firstStart = "first-start"
    case refusedLocation = "location"

    /// The notice that the entry reports as not shown.
    init?(droppedBy entry: JournalEntry) {
        guard entry.kind == .notShown else { return nil }
        let subjects: [OnceNotice: String] = [.firstStart: "the first start", .refusedLocation: "the refused location"]
        let match = Self.allCases.first {
            entry.message.hasPrefix("No notification was shown for \(subjects[$0] ?? ""): ")
        }
        guard let match else { return nil }
        self = match
    }
}

/// When the notices are due that are shown once: a second implementation of the rules for them.
///
/// - The notice of the first start is due as soon as no better location is to be expected: GeoClue is not asked, its fix
///   is in use, it has refused, or it has had its time. Where the settings have no notification, it never is.
/// - The notice of a refused location is due when somebody has refused it, or when it is not available and no place is
///   known; again only after it was granted. If both are due together, that of the first start stands for both.
/// - Both are remembered by the ledger. A run that was killed while it wrote the ledger leaves this uncertain.
struct NoticeModel {
    /// What the ledger remembers.
    private struct Memory: Hashable {
        var owesFirstStart = false
        var hasShownRefusal = false
    }

    /// The notices that have become due in the current look.
    private(set) var due: Set<OnceNotice> = []
    /// The notices that may have become due in an earlier run, and are allowed, but not required.
    private(set) var uncertain: Set<OnceNotice> = []
    /// Whether what the ledger remembers may have changed in the current look.
    private(set) var mayHaveChanged = false
    private(set) var situation: Chronicle.Situation?

    private var memory = Memory()
    /// The memory before the current look, and those that the disk may have.
    private var before = Memory()
    private var onDisk: Set<Memory> = [Memory()]
    /// What the ledgers have that the disk does not have yet, by the number of the request.
    private var requested: [Int: Set<Memory>] = [:]
    /// The last request to write the ledger in the current look, and the last one that the disk has completed.
    private var (lastRequest, lastKept) = (Int?.none, Int?.none)
    private var order: LocationWatch?
    private var authorization = LocationAuthorization.notDetermined
    private var isFixOverdue = false
    /// The input of the next look.
    private var input = (isStart: false, isContradicted: false, cause: Chronicle.Cause?.none)

    mutating func take(_ record: Chronicle.Record) {
        switch record.what {
        case .started(let situation): start(in: situation)
        case .startedFirst:
            memory.owesFirstStart = true
            uncertain = []
        case .changed(let situation, let cause): (self.situation, input.cause) = (situation, cause)
        case .contradicted: input.isContradicted = true
        case .authorized(let authorization): self.authorization = authorization
        case .fixOverdue: isFixOverdue = true
        case .looked: look()
        case .awake, .stopRequested: endLook()
        case .ordered(let order): self.order = order
        case .keepRequested(let number, _, _):
            requested[number] = mayHaveChanged ? [before, memory] : [memory]
            lastRequest = number
        case .kept(let number):
            guard let written = requested[number] else { break }
            onDisk = written
            requested = requested.filter { $0.key > number }
            lastKept = number
        case .ended(let end):
            if end != .killed(midway: true) { endLook() }
            (requested, lastRequest, lastKept) = ([:], nil, nil)
        case .ledgerLost: onDisk = [Memory()]
        default: break
        }
    }

    private mutating func start(in situation: Chronicle.Situation) {
        self.situation = situation
        (order, authorization, isFixOverdue, mayHaveChanged, due) = (nil, .notDetermined, false, false, [])
        if onDisk.contains(where: \.owesFirstStart), onDisk.count > 1 { uncertain.insert(.firstStart) }
        if onDisk.contains(where: { !$0.hasShownRefusal }), onDisk.count > 1 { uncertain.insert(.refusedLocation) }
        memory = Memory(
            owesFirstStart: onDisk.allSatisfy(\.owesFirstStart),
            hasShownRefusal: onDisk.contains(where: \.hasShownRefusal))
        (before, input) = (memory, (true, false, nil))
    }

    private mutating func endLook() {
        // The last ledger of a look has all of it.
        if let lastRequest {
            if requested[lastRequest]?.contains(memory) == true { requested[lastRequest] = [memory] }
            if lastKept == lastRequest, onDisk.contains(memory) { onDisk = [memory] }
        }
        (mayHaveChanged, due, before, lastRequest) = (false, [], memory, nil)
    }

    private mutating func look() {
        endLook()
        defer { input = (false, false, nil) }
        guard let situation else { return }
        let wanted = LocationModel.watch(wantedBy: situation.settings.location)
        let asksAgain =
            switch input.cause {
            case _ where input.isStart, .edit?: wanted != order
            case .reload?: wanted != order || wanted != nil && authorization.isRefused
            default: wanted != nil && input.isContradicted
            }
        if asksAgain { (authorization, isFixOverdue) = (.notDetermined, false) }

        if authorization.isAllowed { memory.hasShownRefusal = false }
        let isSettled = wanted == nil || situation.source == "geoclue" || authorization.isRefused || isFixOverdue
        let notifies = situation.rules.contains(where: situation.notifies)
        if memory.owesFirstStart, isSettled {
            memory.owesFirstStart = false
            if notifies { due.insert(.firstStart) }
        }
        if wanted != nil, isNoteworthy(in: situation), !before.hasShownRefusal {
            memory.hasShownRefusal = true
            if due.isEmpty { due.insert(.refusedLocation) }
        }
        mayHaveChanged = memory != before || !uncertain.isEmpty
    }

    private func isNoteworthy(in situation: Chronicle.Situation) -> Bool {
        switch authorization {
        case .denied: true
        case .restricted: situation.observer == nil
        case .notDetermined, .allowedAlways, .allowedOnce: false
        }
    }

    /// The uncertain notice was requested, or is reported as not shown.
    mutating func resolve(_ notice: OnceNotice) { uncertain.remove(notice) }
}

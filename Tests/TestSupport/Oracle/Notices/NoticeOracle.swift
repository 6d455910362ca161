import Solar
import Tracker

/// The expected notices that are shown once: of the first start, and of a refused location.
///
/// - A notice that is due (`NoticeModel`) is requested after the ledger on the disk has it as shown, and so never by two
///   runs. If the disk fails, it waits.
/// - It is requested again only if the server has not shown it. At the end of the grace it is reported as not shown.
/// - It has the place in force.
struct NoticeOracle {
    /// A notice that is due and not shown yet.
    private struct Pending {
        /// The first request to write a ledger that has it as shown; nil before that.
        var request: Int?
        /// Whether the disk has such a ledger.
        var isKept = false
        /// When the service learned that; nil before that.
        var learned: Instant?
        var deadline = Instant.latest
        /// The request that the server has not answered.
        var asked: Popup.ID?
        var wasAsked = false
    }

    var violations: [Oracle.Violation] = []
    private var model = NoticeModel()
    private var clock = Instant.earliest
    private var seen = Instant.earliest
    private var pending: [OnceNotice: Pending] = [:]
    /// Notices that a later one of the same kind has replaced, whose entry is still to come.
    private var replaced: Set<OnceNotice> = []
    private var unanswered: Set<Popup.ID> = []
    /// The last request to write the ledger, and the last one that the disk has completed.
    private var (lastRequest, lastKept) = (0, 0)
    /// Whether the server has failed in this run, so that requests are delayed.
    private var hasFailed = false

    mutating func take(_ record: Chronicle.Record) {
        clock = record.clock
        model.take(record)
        switch record.what {
        case .started: (pending, replaced, unanswered, hasFailed) = ([:], [], [], false)
        case .looked:
            settle()
            beginLook()
        case .awake: settle()
        case .keepRequested(let number, _, _):
            lastRequest = number
            for notice in OnceNotice.allCases where pending[notice]?.request == nil {
                pending[notice]?.request = number
            }
        case .kept(let number):
            lastKept = number
            for notice in OnceNotice.allCases {
                if let request = pending[notice]?.request, request <= number { pending[notice]?.isKept = true }
            }
        case .ledgerAnswered(true): learnWhatIsKept()
        case .asked(let popup):
            unanswered.insert(popup.id)
            if let notice = OnceNotice(rawValue: popup.tag) { ask(notice, popup) }
        case .answered(let id, let failure):
            unanswered.remove(id)
            if failure != nil { hasFailed = true }
            for (notice, state) in pending where state.asked == id {
                pending[notice] = failure == nil ? nil : state
                pending[notice]?.asked = nil
            }
        case .serverAppeared:
            // What it is asked anew was asked of another server.
            for notice in OnceNotice.allCases { pending[notice]?.asked = nil }
        case .wrote(let entry):
            if let notice = OnceNotice(droppedBy: entry) { drop(notice) }
        case .ended(let end):
            if end != .killed(midway: true) { settle() }
            pending = [:]
        default: break
        }
    }

    private var grace: Duration { model.situation?.notifications.grace ?? .zero }

    private mutating func complain(_ rule: Oracle.Rule, _ text: String) {
        violations.append(Oracle.Violation(rule: rule, clock: clock, text: text))
    }

    private mutating func beginLook() {
        if clock < seen {
            let latest = clock + grace
            for notice in OnceNotice.allCases {
                if let deadline = pending[notice]?.deadline { pending[notice]?.deadline = min(deadline, latest) }
            }
        }
        seen = clock
        for notice in model.due {
            if pending[notice]?.learned != nil { replaced.insert(notice) }
            pending[notice] = Pending()
        }
    }

    /// The disk has the ledger. While it has not answered another request, the notices wait.
    private mutating func learnWhatIsKept() {
        guard lastKept >= lastRequest else { return }
        let (clock, deadline) = (clock, clock + grace)
        for (notice, state) in pending where state.isKept && state.learned == nil {
            pending[notice]?.learned = clock
            pending[notice]?.deadline = deadline
        }
    }

    private mutating func ask(_ notice: OnceNotice, _ popup: Popup) {
        guard let state = pending[notice], state.asked == nil else {
            guard pending[notice] == nil, model.uncertain.contains(notice) else {
                return complain(.needlessNotice, "the notice \(notice) is requested, but is not due")
            }
            model.resolve(notice)
            pending[notice] = Pending(
                isKept: true, learned: clock, deadline: clock + grace, asked: popup.id, wasAsked: true)
            return
        }
        if !state.isKept {
            complain(.noticeBeforeLedger, "the notice \(notice) is requested before the ledger has it")
        }
        if !state.wasAsked, state.learned == clock { checkPlace(of: popup) }
        pending[notice]?.asked = popup.id
        pending[notice]?.wasAsked = true
    }

    private mutating func checkPlace(of popup: Popup) {
        let place = model.situation?.placeFields.dropFirst().joined(separator: ", ") ?? ""
        let text = "\(popup.summary) \(popup.body)"
        if !text.contains(place.isEmpty ? "No location is known" : place) {
            complain(.wrongNoticePlace, "the notice is \"\(text)\", but the place is \(place)")
        }
    }

    private mutating func drop(_ notice: OnceNotice) {
        if replaced.remove(notice) != nil { return }
        if pending.removeValue(forKey: notice) != nil { return }
        if model.uncertain.contains(notice) { return model.resolve(notice) }
        complain(.needlessNoticeDrop, "the notice \(notice) is reported as not shown, but is not pending")
    }

    mutating func settle() {
        for (notice, state) in pending where state.learned != nil {
            if seen > state.deadline {
                complain(.noticeNotDropped, "the notice \(notice) is neither shown nor reported as not shown")
                pending[notice] = nil
            } else if !state.wasAsked, clock > seen, !hasFailed, unanswered.isEmpty {
                complain(.noticeNotRequested, "the notice \(notice) is not requested")
                pending[notice] = nil
            }
        }
    }
}

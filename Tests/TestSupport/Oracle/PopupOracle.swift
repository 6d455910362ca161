import Solar
import Tracker

/// What should be on the screen, and when the service may wake up.
///
/// - An entry about an event whose switch is on wants a popup at once, until the grace is over; one about the last of a
///   kind that was missed, where `Late=notify`, until the grace is over from then on. A clock that is set back does not
///   make the wait longer than the grace.
/// - A popup that is wanted is shown, or said not to be shown: at the end of the wait, or when a later one takes its
///   place. Only the end of the run, which `AnnouncementOracle` knows of, leaves it open.
/// - It is asked for once; again only after a refusal, at distances that at most double, or of a server that is new.
/// - Two popups on the screen are never of one occurrence.
/// - The timer fires for an occurrence, or while a popup is wanted, and then not often.
struct PopupOracle {
    struct Wanted {
        let event: String
        let instant: Instant
        let isMissed: Bool
        var deadline: Instant
        let look: Int
        var state = State.wanted
        var firstTry: Instant?
        var lastTry: Instant?
        /// A new server is there and was not asked.
        var isOwedAgain = false
        var firings = 0
    }

    enum State: Hashable {
        case wanted, asked(Popup.ID), refused, unanswered
    }

    let sun: SunTable
    var violations: [Oracle.Violation] = []
    private var clock = Instant.earliest
    private var situation: History.Situation?
    private var isRunning = false
    private var clockRan = false
    private var look = 0
    private var serverIsNew = false
    private var seen: Instant?
    private var wanted: [Wanted] = []
    /// What a later one has taken the place of.
    private var superseded: [Wanted] = []
    /// What each popup that was asked for is about.
    private var subjects: [Popup: (event: String, instant: Instant)] = [:]
    /// What is on the screen, by tag.
    private var screen: [String: (event: String, instant: Instant)] = [:]

    init(sun: SunTable) { self.sun = sun }

    mutating func take(_ record: History.Record) {
        clock = record.clock
        switch record.what {
        case .started(let situation):
            self.situation = situation
            (isRunning, clockRan) = (true, false)
        case .ended(let end): finish(end)
        case .changed(let situation): self.situation = situation
        case .looked: lookRound()
        case .awake: if isRunning { lookRound() }
        case .jumped: clockRan = false
        case .fired: nameWakeup()
        case .wrote(let entry): hear(entry)
        case .asked(let popup): ask(popup)
        case .answered(let id, let failure): answer(id, failure)
        case .appeared(let popup): appear(popup)
        case .serverAppeared:
            screen = [:]
            serverIsNew = true
        case .diskWorks, .kept, .ledgerLost: break
        }
    }

    private mutating func complain(_ text: String) { violations.append(Oracle.Violation(clock: clock, text: text)) }

    private mutating func finish(_ end: History.End) {
        if end != .killed(midway: true) { settle() }
        (isRunning, wanted, superseded, seen) = (false, [], [], nil)
    }

    private mutating func lookRound() {
        settle()
        if let seen, clockRan {
            for popup in wanted {
                if clock > popup.deadline + .microseconds(1), seen <= popup.deadline {
                    complain("nobody gave up the popup for \(popup.event) of \(popup.instant)")
                }
                if popup.state == .refused, let first = popup.firstTry, let last = popup.lastTry,
                    clock > min(last + (last - first) + .seconds(5), popup.deadline + .microseconds(1))
                {
                    complain("nobody tried again to show \(popup.event) of \(popup.instant)")
                }
            }
        }
        if !clockRan {
            for index in wanted.indices {
                (wanted[index].firstTry, wanted[index].lastTry) = (nil, nil)
                if let seen, clock < seen {
                    wanted[index].deadline = min(wanted[index].deadline, clock + grace)
                }
            }
        }
        if serverIsNew {
            for index in wanted.indices { wanted[index].isOwedAgain = true }
        }
        (seen, clockRan, serverIsNew) = (clock, true, false)
        look += 1
    }

    private var grace: Duration { situation?.notifications.grace ?? .zero }

    mutating func settle() {
        for popup in superseded { complain("the popup for \(popup.event) of \(popup.instant) gave way unsaid") }
        superseded = []
        guard let seen else { return }
        for popup in wanted {
            if popup.deadline < seen {
                complain("the popup for \(popup.event) of \(popup.instant) is neither shown nor given up")
            } else if popup.state == .wanted {
                complain("no popup is asked for, for \(popup.event) of \(popup.instant)")
            } else if popup.isOwedAgain {
                complain("the new server is not asked for \(popup.event) of \(popup.instant)")
            }
        }
        wanted.removeAll { $0.deadline < seen }
        for index in wanted.indices { wanted[index].isOwedAgain = false }
    }

    // MARK: What is wanted

    private mutating func hear(_ entry: JournalEntry) {
        if entry.kind == .notShown, let told = Told(entry, of: .notShown) { return giveUp(told) }
        guard let told = Told(entry), let situation, situation.notifies(told.event) else { return }
        if told.isMissed, told.isRecovered || situation.notifications.late == .journal { return }
        for popup in wanted where popup.event == told.event && !(popup.isMissed && popup.look == look) {
            superseded.append(popup)
        }
        wanted.removeAll { $0.event == told.event }
        wanted.append(
            Wanted(
                event: told.event, instant: told.instant, isMissed: told.isMissed,
                deadline: (told.isMissed ? clock : told.instant) + grace, look: look))
    }

    private mutating func giveUp(_ told: Told) {
        let isIt = { (popup: Wanted) in popup.event == told.event && popup.instant == told.instant }
        if superseded.contains(where: isIt) {
            superseded.removeAll(where: isIt)
        } else if let popup = wanted.first(where: isIt) {
            if popup.deadline >= clock { complain("the popup for \(popup.event) of \(popup.instant) is given up early") }
            wanted.removeAll(where: isIt)
        } else {
            complain("a popup is given up that nobody wants: \(told.event) of \(told.instant)")
        }
    }

    // MARK: What is shown

    private mutating func ask(_ popup: Popup) {
        guard popup.tag != "notice" else { return }
        guard let index = wanted.firstIndex(where: { $0.event == popup.tag }) else {
            return complain("a popup nobody wants: \(popup.summary)")
        }
        let event = wanted[index]
        switch event.state {
        case .asked where !event.isOwedAgain, .unanswered where !event.isOwedAgain:
            complain("asked again for \(event.event) of \(event.instant), while the server has the question")
        default: break
        }
        if clock > event.deadline { complain("shown too late: \(event.event) of \(event.instant)") }
        let time = situation?.localTime.timeOfDay(at: event.instant) ?? ""
        if !popup.body.hasPrefix(time) { complain("the popup says \(popup.body), and it was at \(time)") }
        subjects[popup] = (event.event, event.instant)
        wanted[index].state = .asked(popup.id)
        wanted[index].isOwedAgain = false
        wanted[index].firstTry = event.firstTry ?? clock
        wanted[index].lastTry = clock
    }

    private mutating func answer(_ id: Popup.ID, _ failure: Popup.Failure?) {
        guard let index = wanted.firstIndex(where: { $0.state == .asked(id) }) else { return }
        switch failure {
        case nil: wanted.remove(at: index)
        case .refused:
            wanted[index].state = .refused
            // A server that leaves answers later than it was asked.
            if wanted[index].lastTry != clock { (wanted[index].firstTry, wanted[index].lastTry) = (nil, nil) }
        case .unanswered: wanted[index].state = .unanswered
        }
    }

    private mutating func appear(_ popup: Popup) {
        guard let subject = subjects[popup] else { return }
        screen[popup.tag] = subject
        if screen.values.count(where: { $0 == subject }) > 1 {
            complain("two popups for \(subject.event) of \(subject.instant)")
        }
    }

    // MARK: When it wakes

    private mutating func nameWakeup() {
        let happens = situation?.observer.flatMap {
            sun.first(after: clockRan ? clock - .microseconds(1) : seen ?? clock, through: clock, at: $0)
        }
        guard happens == nil else { return }
        if wanted.isEmpty { complain("a wakeup for nothing") }
        for index in wanted.indices {
            wanted[index].firings += 1
            // 5 s, 10 s, ... 5120 s, and every 5120 s; then the end. A resume or a new server begins a count of its own.
            if wanted[index].firings > 24 + Int(grace / .seconds(5120)) {
                complain("too many wakeups for the popup of \(wanted[index].event)")
            }
        }
    }
}

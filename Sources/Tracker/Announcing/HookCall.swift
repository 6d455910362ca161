import Solar

/// A run of the hooks of one occurrence or phase: what to start, and with which environment.
package struct HookCall: Hashable, Sendable {
    /// What hooks are run for.
    package indirect enum Subject: Hashable, Sendable {
        /// An occurrence is announced.
        case occurrence(Occurrence)
        /// A phase is the current one.
        case phase(PhaseCall)

        /// The occasion, without its time.
        package var occasion: HookOccasion {
            switch self {
            case .occurrence(let occurrence): .rule(occurrence.rule)
            case .phase(let call): .phase(call.phase)
            }
        }
    }

    /// What the hooks are run for.
    package let subject: Subject
    /// How long each hook may run.
    package let timeLimit: Duration
    /// The variables in the environment of the hooks, by name.
    package internal(set) var environment: [String: String]

    /// A call for an occurrence at a place.
    ///
    /// - Parameter recovered: whether a crash interrupted the announcement, so the hooks may have run before.
    init(
        for occurrence: Occurrence, at place: Place, localTime: any LocalTime, words: Localizer, now: Instant,
        timeLimit: Duration, recovered: Bool
    ) {
        subject = .occurrence(occurrence)
        self.timeLimit = timeLimit
        var environment = [
            "SUNTRACKER_EVENT": occurrence.rule.event.name,
            "SUNTRACKER_EVENT_TIME": occurrence.eventInstant.rfc3339(fractionDigits: 0),
            "SUNTRACKER_EVENT_EPOCH": String(occurrence.eventInstant.microseconds / 1_000_000),
            "SUNTRACKER_LATENESS_SEC": String(max(0, (now - occurrence.due).components.seconds)),
        ]
        if occurrence.due != occurrence.eventInstant {
            environment["SUNTRACKER_DUE_TIME"] = occurrence.due.rfc3339(fractionDigits: 0)
        }
        if let alert = occurrence.rule.alert { environment["SUNTRACKER_ALERT"] = alert.name }
        // The fields of the place are the same as in the journal.
        for field in JournalEntry.Field.place(place) { environment[field.name] = field.value }
        let observer = place.observer
        if let next = Sun.nextOccurrence(ofAny: [.sunrise, .sunset], after: occurrence.due, at: observer) {
            environment["SUNTRACKER_NEXT_EVENT"] = next.event.name
            environment["SUNTRACKER_NEXT_EVENT_TIME"] = next.instant.rfc3339(fractionDigits: 0)
        }
        if recovered { environment[Self.recovered] = "1" }
        let text = AnnouncementText(
            occurrence: occurrence, place: place, localTime: localTime, words: words.formatted(for: .plain), now: now)
        self.environment = environment.merging(text.hookVariables) { $1 }
    }

    /// A call for a phase, at a place if one is known.
    init(_ call: PhaseCall, at place: Place?, timeLimit: Duration) {
        subject = .phase(call)
        self.timeLimit = timeLimit
        let fields = JournalEntry.Field.phase(call, at: place, fractionDigits: 0)
        environment = Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.value) })
    }

    private static let recovered = "SUNTRACKER_RECOVERED"

    /// The phase call; nil for an occurrence.
    package var phase: PhaseCall? { if case .phase(let call) = subject { call } else { nil } }

    /// Whether the call includes the hook at that path, provided that the hook is in the call's directory.
    package func includes(_ path: String) -> Bool {
        switch phase?.scope {
        case nil, .all, .hooks: true
        case .target: false
        case .failed(let hooks): hooks.contains(path)
        }
    }

    /// The target to start for the phase; nil if none is started.
    package var target: String? {
        guard let phase, [.all, .target].contains(phase.scope) else { return nil }
        return phase.phase.target
    }

    /// Whether the hooks may have been started before.
    package var isRecovered: Bool { environment[Self.recovered] != nil }

    /// This call, marked with the flag that the hooks may have been started before.
    package var again: HookCall {
        var call = self
        call.environment[Self.recovered] = "1"
        return call
    }
}

/// What hooks are started for.
package indirect enum HookOccasion: Hashable, Sendable {
    /// An event or an alert.
    case rule(Rule)
    /// A phase.
    case phase(Phase)

    /// Its name, which is used for the directory of its hooks and in the names of their units: `sunset`, `alert:lamps`,
    /// `night`.
    package var name: String {
        switch self {
        case .rule(let rule): rule.id
        case .phase(let phase): phase.rawValue
        }
    }

    /// The name for people: `sunset`, `alert lamps`, `night`.
    package func displayName(in words: Localizer = .english) -> String {
        switch self {
        case .rule(let rule): rule.displayName(in: words)
        case .phase(let phase): phase.displayName(in: words)
        }
    }
}

/// A hook that failed, and why.
package struct HookFailure: Hashable, Sendable {
    /// The program's path, or the command in the settings if it leads to no program; or the name of a unit.
    package let hook: String
    /// The user manager's unit in which the hook was to run; nil if there is none. For `Unit=`, that unit.
    package let unit: String?
    /// What went wrong.
    package let problem: HookProblem
    /// Whether it is a hook of a phase, and was started before the user's graphical session.
    package let isBeforeSession: Bool

    /// A failure of a hook.
    package init(hook: String, unit: String?, _ problem: HookProblem, isBeforeSession: Bool = false) {
        self.hook = hook
        self.unit = unit
        self.problem = problem
        self.isBeforeSession = isBeforeSession
    }
}

/// Why a hook failed, or cannot be started.
package enum HookProblem: Hashable, Sendable {
    /// The file is not executable.
    case notExecutable
    /// The file does not exist: it was removed, or a link is broken.
    case missing
    /// None of these directories contains the program that the settings name.
    case unknown(in: [String])
    /// The value is not a valid command, for this reason.
    case noCommand(String)
    /// There is no unit with that name.
    case noUnit
    /// The user manager did not start it, for this reason.
    case notStarted(String)
    /// The user manager did not respond, for this reason, and may have started it.
    case unanswered(String)
    /// It was not started, because its unit exists: it is still running from before.
    case runs
    /// It exited with this status.
    case exitStatus(Int)
    /// It was terminated by this signal (signal(7)).
    case signal(Int)
    /// It was terminated after this time limit.
    case timeLimit(Duration)
    /// It ended with another of systemd's results.
    case result(String)

    /// Whether it will fail the same way at the next event unless somebody fixes it.
    var isLasting: Bool {
        switch self {
        case .notExecutable, .missing, .unknown, .noCommand, .noUnit: true
        case .notStarted, .unanswered, .runs, .exitStatus, .signal, .timeLimit, .result: false
        }
    }

    /// What went wrong, as a predicate. The subject of the sentence is the hook.
    package var reason: String {
        switch self {
        case .notExecutable: "is not executable"
        case .missing: "does not exist, or is a broken link"
        case .unknown(let folders): "is in none of the directories \(folders.joined(separator: ", "))"
        case .noCommand(let reason): "is not a valid command: \(reason)"
        case .noUnit: "does not exist"
        case .notStarted(let reason): "could not be started: \(reason)"
        case .unanswered(let reason): "may not have been started: \(reason)"
        case .runs: "was not started again, because it is still running"
        // EXIT_EXEC (systemd.exec(5), "Process Exit Codes").
        case .exitStatus(203): "could not be executed; the interpreter named in its first line may be missing"
        case .exitStatus(let status): "failed with exit status \(status)"
        case .signal(let number): "was terminated by signal \(number)"
        case .timeLimit(let limit):
            "was terminated, because it exceeded the time limit of \(limit.formatted()) (Timeout= in [Hooks])"
        case .result(let word): "ended with the result \(word)"
        }
    }

    /// How to fix it, if that does not depend on the program.
    package func remedy(of hook: String) -> String? {
        switch self {
        case .notExecutable: "make it executable: chmod +x \(hook.quotedForShell)"
        case .missing: "put a program in its place, or remove it"
        case .unknown: "put it there, or write its absolute path"
        case .noUnit: "to see your units: systemctl --user list-unit-files"
        case .noCommand, .notStarted, .unanswered, .runs, .exitStatus, .signal, .timeLimit, .result: nil
        }
    }
}

/// A hook in the settings, and whether it can be started, as far as this is known beforehand.
package struct PlannedHook: Hashable, Sendable {
    /// What the hook is for.
    package let occasion: HookOccasion
    /// The program's path, or the command in the settings if it leads to no program; or the name of a unit.
    package let path: String
    /// Why it cannot be started, for example because no file has the name in the settings; nil if it can.
    package let problem: HookProblem?

    /// A hook with these properties.
    package init(_ occasion: HookOccasion, _ path: String, _ problem: HookProblem? = nil) {
        (self.occasion, self.path, self.problem) = (occasion, path, problem)
    }
}

extension String {
    /// The text as one word of a shell command.
    package var quotedForShell: String {
        let plain = utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "/._-+:@%,".utf8.contains(byte)
            }
        }
        if plain, !isEmpty { return self }
        return "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}

import Solar

/// A call of the hooks of one occurrence or phase: the programs and units to start, and the programs' environment.
public struct HookCall: Hashable, Sendable {
    /// What hooks are called for.
    public indirect enum Subject: Hashable, Sendable {
        /// An occurrence is announced.
        case occurrence(Occurrence)
        /// A phase is in force.
        case phase(PhaseCall)

        /// The occasion, whenever it is.
        public var occasion: HookFault.Occasion {
            switch self {
            case .occurrence(let occurrence): .rule(occurrence.rule)
            case .phase(let call): .phase(call.phase)
            }
        }
    }

    /// Which programs to start.
    public enum Program: Hashable, Sendable {
        /// Those in the directories `hooks/EVENT.d` of an event, which may be empty by now.
        case folder(AnnouncedEvent)
        /// Those in the directories `hooks/day.d` or `hooks/night.d`, which may be empty by now.
        case phaseFolder(Phase)
        /// The command and the unit of an alert.
        case alert(hook: AlertHook?, unit: String?)
    }

    /// What they are called for.
    public let subject: Subject
    /// Which programs to start.
    public let program: Program
    /// How long each of them may run.
    public let timeLimit: Duration
    /// The variables that are set in their environment, by name.
    public internal(set) var environment: [String: String]

    /// A call for an occurrence at a place.
    ///
    /// - Parameter recovered: whether a crash interrupted the announcement, so that the hooks may have run before.
    init(
        _ program: Program, for occurrence: Occurrence, at place: Place, localTime: any LocalTime,
        words: Localizer, now: Instant, timeLimit: Duration, recovered: Bool
    ) {
        subject = .occurrence(occurrence)
        self.program = program
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
        // The place has the same fields as in the journal.
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
        program = .phaseFolder(call.phase)
        self.timeLimit = timeLimit
        let fields = JournalEntry.Field.phase(call, at: place, fractionDigits: 0)
        environment = Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.value) })
    }

    private static let recovered = "SUNTRACKER_RECOVERED"

    /// Whether it calls the hook at that path, if it is in its folder.
    public func includes(_ path: String) -> Bool {
        guard case .phase(let call) = subject else { return true }
        switch call.scope {
        case .all, .hooks: return true
        case .target: return false
        case .failed(let hooks): return hooks.contains(path)
        }
    }

    /// The target of the phase, if it is started.
    public var target: String? {
        guard case .phase(let call) = subject, [.all, .target].contains(call.scope) else { return nil }
        return call.phase.target
    }

    /// Whether what it starts may have been started before.
    public var isRecovered: Bool { environment[Self.recovered] != nil }

    /// The same call, with the flag that the programs may have been started before.
    public var again: HookCall {
        var call = self
        call.environment[Self.recovered] = "1"
        return call
    }
}

/// A hook that failed, and why.
public struct HookFailure: Error, Hashable, Sendable {
    /// The program's path, or the command in the settings if it leads to no program; or the name of a unit.
    public let hook: String
    /// The unit of the user manager in which it was to run; nil if it has none. For a unit, the unit itself.
    public let unit: String?
    /// What went wrong.
    public let problem: Problem
    /// Whether it is a hook of a phase that was started before the user's graphical session had begun.
    public let isBeforeSession: Bool

    /// Why a hook failed.
    public enum Problem: Hashable, Sendable {
        /// The file is not executable.
        case notExecutable
        /// The file does not exist: it was removed, or a link is broken.
        case missing
        /// The settings name a program that is in none of these directories.
        case unknown(in: [String])
        /// It is not a command that can be started, for this reason.
        case noCommand(TranslatableText)
        /// The user manager has no unit of that name.
        case noUnit
        /// The user manager did not start it, for this reason.
        case notStarted(String)
        /// The user manager did not answer, for this reason, and may have started it.
        case unanswered(String)
        /// Its unit exists: it was started before, and is running.
        case runs
        /// It exited with this status.
        case exitStatus(Int)
        /// It was terminated by this signal (signal(7)).
        case signal(Int)
        /// It was terminated after this time limit.
        case timeLimit(Duration)
        /// It ended with another result, named by systemd.
        case result(String)
    }

    /// A failure of a hook.
    public init(hook: String, unit: String?, _ problem: Problem, isBeforeSession: Bool = false) {
        self.hook = hook
        self.unit = unit
        self.problem = problem
        self.isBeforeSession = isBeforeSession
    }

    /// Whether it is a unit, of `Unit=` or a phase, and not a program.
    var isOfUnit: Bool { unit == hook }

    /// Whether it will fail the same way at the next event unless somebody fixes it.
    var isLasting: Bool {
        switch problem {
        case .notExecutable, .missing, .unknown, .noCommand, .noUnit: true
        case .notStarted, .unanswered, .runs, .exitStatus, .signal, .timeLimit, .result: false
        }
    }

    /// What went wrong, as the predicate of a sentence whose subject is the hook.
    public var reason: String {
        switch problem {
        case .notExecutable: "is not executable"
        case .missing: "does not exist, or is a broken link"
        case .unknown(let folders): "is in none of the folders \(folders.joined(separator: ", "))"
        case .noCommand(let reason): "is not a valid command: \(reason)"
        case .noUnit: "does not exist"
        case .notStarted(let reason): "could not be started: \(reason)"
        case .unanswered(let reason): "may not have been started: \(reason)"
        case .runs: "was not started again, because it is still running"
        // EXIT_EXEC (systemd.exec(5), "Process Exit Codes").
        case .exitStatus(203): "could not be executed; the interpreter that its first line names may be missing"
        case .exitStatus(let status): "failed with exit status \(status)"
        case .signal(let number): "was terminated by signal \(number)"
        case .timeLimit(let limit): "was ended, since it took longer than \(limit.formatted()) (Timeout= in [Hooks])"
        case .result(let word): "ended with the result \(word)"
        }
    }

    /// How to fix it, if that does not depend on the program.
    public func remedy(in words: Localizer = .english) -> String? {
        switch problem {
        case .notExecutable:
            words("make it executable: {command}", ["command": "chmod +x \(hook.quotedForShell)"])
        case .missing: words("put a program in its place, or remove it")
        // TRANSLATORS: a program for a hook
        case .unknown: words("put it there, or write its absolute path")
        case .noUnit: words("to see your units: {command}", ["command": "systemctl --user list-unit-files"])
        case .noCommand, .notStarted, .unanswered, .runs, .exitStatus, .signal, .timeLimit, .result: nil
        }
    }

    /// What went wrong and how to fix it, as the predicate of a sentence whose subject is the hook.
    var reasonAndRemedy: String { remedy().map { "\(reason); \($0)" } ?? reason }
}

/// What already keeps a hook from being started, such as a name in the settings that no file has.
public struct HookFault: Hashable, Sendable {
    /// What hooks are started for.
    public indirect enum Occasion: Hashable, Sendable {
        /// An event or an alert.
        case rule(Rule)
        /// A phase.
        case phase(Phase)

        /// Its name, as that of a folder of hooks and in the names of their units: `sunset`, `alert:lamps`, `night`.
        public var name: String {
            switch self {
            case .rule(let rule): rule.id
            case .phase(let phase): phase.rawValue
            }
        }
    }

    /// What the hook is for.
    public let occasion: Occasion
    /// Why it cannot be started.
    public let failure: HookFailure

    /// A hook that cannot be started.
    public init(occasion: Occasion, failure: HookFailure) {
        self.occasion = occasion
        self.failure = failure
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

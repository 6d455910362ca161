import Solar

/// A call of the hooks of one occurrence: which programs are started, and what they are told.
public struct HookCall: Hashable, Sendable {
    /// Which programs.
    public enum Program: Hashable, Sendable {
        /// Those in the folders `hooks/EVENT.d` of an event, which may be none by now.
        case folder(AnnouncedEvent)
        /// The command that the settings give, in the quoting of a shell.
        case command(String)
    }

    /// What has happened.
    public let occurrence: Occurrence
    /// Which programs are started.
    public let program: Program
    /// How long each of them may take.
    public let timeLimit: Duration
    /// What each of them finds in its environment, by the names of the variables.
    public private(set) var environment: [String: String]

    /// A call for an occurrence at a place.
    ///
    /// - Parameter recovered: whether a crash has interrupted the announcement, so that the hooks may have been called.
    init(
        _ program: Program, for occurrence: Occurrence, at place: Place, now: Instant, timeLimit: Duration,
        recovered: Bool
    ) {
        self.occurrence = occurrence
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
        // The place is told as the journal tells it.
        for field in JournalEntry.Field.place(place) { environment[field.name] = field.value }
        if let (event, instant) = Self.nextChangeOfLight(after: occurrence.due, at: place.observer) {
            environment["SUNTRACKER_NEXT_EVENT"] = event.name
            environment["SUNTRACKER_NEXT_EVENT_TIME"] = instant.rfc3339(fractionDigits: 0)
        }
        if recovered { environment[Self.recovered] = "1" }
        self.environment = environment
    }

    private static let recovered = "SUNTRACKER_RECOVERED"

    /// The same call, whose programs are told that they may have been started before.
    public var again: HookCall {
        var call = self
        call.environment[Self.recovered] = "1"
        return call
    }

    /// The next sunrise or sunset, whichever comes first; nil if none comes within a year.
    private static func nextChangeOfLight(after instant: Instant, at observer: Observer) -> (SolarEvent, Instant)? {
        let next = [SolarEvent.sunrise, .sunset].compactMap { event -> (SolarEvent, Instant)? in
            guard case .occurs(let instant) = Sun.nextOccurrence(of: event, after: instant, at: observer) else {
                return nil
            }
            return (event, instant)
        }
        return next.min { $0.1 < $1.1 }
    }
}

/// A hook that did not do its work, and why.
public struct HookFailure: Error, Hashable, Sendable {
    /// The program's path, or the command as the settings have it where it leads to none.
    public let hook: String
    /// The unit of the user manager that it was to run as; nil where it did not come to that.
    public let unit: String?
    /// What went wrong.
    public let problem: Problem

    /// What can go wrong.
    public enum Problem: Hashable, Sendable {
        /// It is a file that may not be run.
        case notExecutable
        /// There is no such file: it has gone, or a link leads nowhere.
        case missing
        /// The settings name a program that is in none of these folders.
        case unknown(in: [String])
        /// The settings give a command that is no command, for this reason.
        case noCommand(String)
        /// The user manager did not start it, for this reason.
        case notStarted(String)
        /// The user manager was asked to start it and has not answered, for this reason: perhaps it has.
        case unanswered(String)
        /// A unit of its name was there already: it was started before, and runs.
        case runs
        /// It has ended with this exit status.
        case exitStatus(Int)
        /// This signal has ended it (signal(7)).
        case signal(Int)
        /// It was ended after this time.
        case timeLimit(Duration)
        /// It has ended with another result, in a word of systemd.
        case result(String)
    }

    /// The failure of a hook.
    public init(hook: String, unit: String?, _ problem: Problem) {
        self.hook = hook
        self.unit = unit
        self.problem = problem
    }

    /// Whether it will be the same at the next event, unless somebody does something.
    var isLasting: Bool {
        switch problem {
        case .notExecutable, .missing, .unknown, .noCommand: true
        case .notStarted, .unanswered, .runs, .exitStatus, .signal, .timeLimit, .result: false
        }
    }

    /// What went wrong, as the rest of a sentence that begins with the hook.
    public var reason: String {
        switch problem {
        case .notExecutable: "is not executable"
        case .missing: "is not there, or is a link that leads nowhere"
        case .unknown(let folders): "is in none of the folders \(folders.joined(separator: ", "))"
        case .noCommand(let reason): "is no command: \(reason)"
        case .notStarted(let reason): "could not be started: \(reason)"
        case .unanswered(let reason): "may not have been started: \(reason)"
        case .runs: "was not started again, since it still runs"
        // EXIT_EXEC (systemd.exec(5), "Process Exit Codes").
        case .exitStatus(203): "could not be executed; the interpreter that its first line names may be missing"
        case .exitStatus(let status): "has failed with exit status \(status)"
        case .signal(let number): "was ended by signal \(number)"
        case .timeLimit(let limit): "was ended, since it took longer than \(limit.formatted) (Timeout= in [Hooks])"
        case .result(let word): "has ended with the result \(word)"
        }
    }

    /// What mends it, where that does not depend on the program.
    public var remedy: String? {
        switch problem {
        case .notExecutable: "make it so: chmod +x \(hook.quotedForShell)"
        case .missing: "put a program in its place, or remove it"
        case .unknown: "put it there, or give its whole path"
        case .noCommand, .notStarted, .unanswered, .runs, .exitStatus, .signal, .timeLimit, .result: nil
        }
    }

    /// What went wrong and what to do, as the rest of a sentence that begins with the hook.
    var reasonAndRemedy: String { remedy.map { "\(reason); \($0)" } ?? reason }
}

extension String {
    /// The text as one word of a shell.
    fileprivate var quotedForShell: String {
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

// SPDX-License-Identifier: MIT
package import Configuration
package import Solar

/// A run of the hooks of one occurrence or phase.
package struct HookCall: Hashable, Sendable {
    /// What hooks are run for.
    package indirect enum Subject: Hashable, Sendable {
        case occurrence(Occurrence)
        case phase(PhaseCall)

        /// The occasion, without its time.
        package var occasion: HookOccasion {
            switch self {
            case .occurrence(let occurrence): .rule(occurrence.rule)
            case .phase(let call): .phase(call.phase)
            }
        }
    }

    package let subject: Subject
    /// The place; nil if none is known.
    package let place: Place?
    package let made: Instant
    /// How long each hook may run.
    package let timeLimit: Duration
    /// Whether the hooks may have been started before.
    package var isRecovered: Bool

    /// - Parameter isRecovered: whether a crash interrupted the announcement, so the hooks may have run before.
    package init(
        for occurrence: Occurrence, at place: Place, made: Instant, timeLimit: Duration, isRecovered: Bool = false
    ) {
        (subject, self.place, self.made) = (.occurrence(occurrence), place, made)
        (self.timeLimit, self.isRecovered) = (timeLimit, isRecovered)
    }

    package init(_ call: PhaseCall, at place: Place?, timeLimit: Duration) {
        (subject, self.place, made) = (.phase(call), place, call.made)
        (self.timeLimit, isRecovered) = (timeLimit, call.isRecovered)
    }

    package var phase: PhaseCall? { if case .phase(let call) = subject { call } else { nil } }

    /// Whether the call includes the hook at that path, provided that the hook is in the call's directory.
    package func includes(_ path: String) -> Bool { phase?.hooks?.contains(path) ?? true }

    package var target: String? { phase.flatMap { $0.startsTarget ? $0.phase.target : nil } }
}

/// What hooks are started for.
package indirect enum HookOccasion: Hashable, Sendable {
    case rule(Rule)
    case phase(Phase)

    /// Its name, which is used for the directory of its hooks and in the names of their units: `sunset`, `alert:lamps`,
    /// `night`.
    package var name: String {
        switch self {
        case .rule(let rule): rule.id
        case .phase(let phase): phase.rawValue
        }
    }

    /// The systemd target that is started with the hooks: `suntracker@sunset.target`, `suntracker@alert:lamps.target`, or
    /// the target of a phase. The name is escaped as in systemd.unit(5), "String Escaping for Inclusion in Unit Names",
    /// except for `-`.
    package var target: String {
        switch self {
        case .rule(let rule): "suntracker@\(rule.id.escaped(by: "\\x", except: ":_.-")).target"
        case .phase(let phase): phase.target
        }
    }
}

/// A hook that failed, and why.
package struct HookFailure: Hashable, Sendable {
    /// The program's path, or the command in the settings if it leads to no program; or the name of a unit.
    package let hook: String
    /// The user manager's unit in which the hook was to run; nil if there is none. For `Unit=`, that unit.
    package let unit: String?
    package let problem: HookProblem
    /// Whether it is a hook of a phase, and was started before the user's graphical session.
    package let isBeforeSession: Bool

    package init(hook: String, unit: String?, _ problem: HookProblem, isBeforeSession: Bool = false) {
        self.hook = hook
        self.unit = unit
        self.problem = problem
        self.isBeforeSession = isBeforeSession
    }
}

/// Why a hook failed, or cannot be started.
package enum HookProblem: Hashable, Sendable {
    case notExecutable
    /// The file does not exist: it was removed, or a link is broken.
    case missing
    /// It is a directory of hooks that cannot be read, for this reason, and with this remedy.
    case unreadable(String, _ remedy: String)
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
    case exitStatus(Int)
    case signal(Int)
    case timeLimit(Duration)
    /// It ended with another of systemd's results.
    case result(String)

    /// Whether it will fail the same way at the next event unless somebody fixes it.
    var isLasting: Bool {
        switch self {
        case .notExecutable, .missing, .unreadable, .unknown, .noCommand, .noUnit: true
        case .notStarted, .unanswered, .runs, .exitStatus, .signal, .timeLimit, .result: false
        }
    }
}

/// A hook in the settings, and whether it can be started, as far as this is known beforehand.
package struct PlannedHook: Hashable, Sendable {
    package let occasion: HookOccasion
    /// The program's path, or the command in the settings if it leads to no program; or the name of a unit.
    package let path: String
    /// Why it cannot be started, for example because no file has the name in the settings; nil if it can.
    package let problem: HookProblem?

    package init(_ occasion: HookOccasion, _ path: String, _ problem: HookProblem? = nil) {
        (self.occasion, self.path, self.problem) = (occasion, path, problem)
    }
}

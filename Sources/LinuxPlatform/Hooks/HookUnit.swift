package import Solar
import Systemd
package import Tracker

/// A hook of a call, and the transient unit that it runs in; or a unit of a call.
package struct HookUnit: Hashable {
    /// `suntracker-hook-sunset-lamps-on-20261121T233952Z.service`: one name for each hook of each occurrence, so that the
    /// manager refuses to start the same hook twice. For a phase, `suntracker-hook-night-lamps-on.service`: one name for each
    /// hook, so that the manager refuses to start it while it runs.
    package let name: String
    package let hook: Hook
    package let call: HookCall

    init(_ hook: Hook, for call: HookCall) {
        let prefix = Self.prefix(of: hook.name, for: call.subject.occasion)
        switch call.subject {
        case _ where hook.isUnit: self.init(hook.path, hook, for: call)
        case .occurrence(let occurrence):
            self.init("\(prefix)-\(Self.timePart(occurrence.due)).service", hook, for: call)
        case .phase: self.init("\(prefix).service", hook, for: call)
        }
    }

    private init(_ name: String, _ hook: Hook, for call: HookCall) {
        (self.name, self.hook, self.call) = (name, hook, call)
    }

    /// A unit for a hook that is tried, which neither keeps the service's from starting nor is kept by it:
    /// `suntracker-hook-night-lamps-on-trial-20261121T201503Z.service`.
    package init(trying hook: Hook, for call: HookCall, at now: Instant) {
        let prefix = Self.prefix(of: hook.name, for: call.subject.occasion)
        self.init(hook.isUnit ? hook.path : "\(prefix)\(Self.trial)-\(Self.timePart(now)).service", hook, for: call)
    }

    /// The phase that it is for; nil for an occurrence.
    var phase: Phase? { call.phase?.phase }

    /// Whether it is the target of a phase.
    var isTarget: Bool { hook.isUnit && phase != nil }

    /// The report of a problem. Without targets, a target that is masked, or a machine without a user manager are none:
    /// nobody can have units there that a target wants.
    func failure(_ problem: HookProblem, isBeforeSession: Bool) -> HookFailure? {
        let isRefused = if case .notStarted = problem { true } else { false }
        if isTarget, isRefused || problem == .noUnit { return nil }
        return HookFailure(
            hook: hook.path, unit: hook.isUnit || !isRefused ? name : nil, problem, isBeforeSession: isBeforeSession)
    }

    /// How long it may run; nil for a unit, which has its own limit.
    var timeLimit: Duration? { hook.isUnit ? nil : call.timeLimit }

    /// The beginning of the names of a hook's units.
    private static func prefix(of hook: String, for occasion: HookOccasion) -> String {
        "suntracker-hook-\(namePart(occasion.name))-\(namePart(hook))"
    }

    private static let trial = "-trial"

    /// A time in the name of a unit: `20261121T233952Z`.
    private static func timePart(_ instant: Instant) -> String {
        instant.rfc3339(fractionDigits: 0).filter { $0 != "-" && $0 != ":" }
    }

    /// The slice of a phase's hooks, in app.slice: a stop of it stops them all (systemd.slice(5)).
    static func slice(of phase: Phase) -> String { "app-suntracker-\(phase.rawValue).slice" }

    /// The same unit for a second attempt: its environment says that the program may have been started before.
    var again: HookUnit { HookUnit(hook, for: call.again) }

    /// How long a hook may take to end after SIGTERM before it is killed.
    private static let stopTimeout = Duration.seconds(5)

    /// The call that has the manager start it.
    @MainActor var startCall: BusCall {
        hook.isUnit
            ? UserManager.call("StartUnit", [.string(name), .string("replace")])
            : UserManager.call("StartTransientUnit", transientUnit.startArguments)
    }

    /// The transient unit of a hook.
    var transientUnit: TransientUnit {
        TransientUnit(
            name: name, description: "Suntracker's hook \(hook.path) for \(call.subject.occasion.name)".printable,
            program: hook.path, arguments: hook.arguments,
            environment: call.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" },
            slice: phase.map(Self.slice),
            properties: [
                ("Type", .string("oneshot")),
                ("TimeoutStartUSec", .microseconds(call.timeLimit)),
                ("TimeoutStopUSec", .microseconds(Self.stopTimeout)),
                ("StandardOutput", .string("journal")),
                ("StandardError", .string("inherit")),
                ("SyslogIdentifier", .string(hook.name.printable)),
                // Keeps the unit loaded until its result is read.
                ("AddRef", .boolean(true)),
            ])
    }

    /// The text with `_` for characters that are not allowed in a unit's name (systemd.unit(5)) or that a command line
    /// would need to quote, limited so that the name stays below 255 bytes. If the text changes, a hash (FNV-1a) keeps
    /// two texts apart.
    private static func namePart(_ text: String) -> String {
        let kept = text.unicodeScalars.map { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
                || "-_.:".unicodeScalars.contains(scalar) ? Character(scalar) : "_"
        }
        let part = String(kept.prefix(80))
        guard part != text else { return text }
        let hash = text.utf8.reduce(0x811c_9dc5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        return "\(part)-\(String(hash, radix: 16))"
    }
}

extension BusValue {
    /// A span of time in systemd's unit.
    fileprivate static func microseconds(_ span: Duration) -> BusValue {
        .unsigned64(UInt64(max(0, span.microseconds)))
    }
}

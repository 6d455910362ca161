// SPDX-License-Identifier: MIT
import Configuration
package import Solar
import Systemd
package import Tracker

/// A hook of a call and its transient unit, or a unit of a call.
package struct HookUnit: Hashable {
    /// `suntracker-hook-sunset-lamps-on-20261121T233952Z.service`: one name for each hook of each occurrence, so the
    /// manager refuses to start the same hook twice. For a phase, `suntracker-hook-night-lamps-on.service`: one name
    /// for each hook, so the manager refuses to start it while it is running.
    package let name: String
    package let hook: Hook
    package let call: HookCall
    /// The variables in the environment of the hook, by name.
    private let environment: [String: String]

    init(_ hook: Hook, for call: HookCall, _ environment: [String: String]) {
        let prefix = Self.prefix(of: hook.name, for: call.subject.occasion)
        switch call.subject {
        case _ where hook.isUnit: self.init(hook.path, hook, for: call, environment)
        case .occurrence(let occurrence):
            self.init("\(prefix)-\(Self.timePart(occurrence.due)).service", hook, for: call, environment)
        case .phase: self.init("\(prefix).service", hook, for: call, environment)
        }
    }

    private init(_ name: String, _ hook: Hook, for call: HookCall, _ environment: [String: String]) {
        (self.name, self.hook, self.call, self.environment) = (name, hook, call, environment)
    }

    /// A unit for testing a hook. It neither prevents the service's own unit from starting nor is prevented by it:
    /// `suntracker-hook-night-lamps-trial-20261121T201503Z.service`.
    package init(trying hook: Hook, for call: HookCall, _ environment: [String: String], at now: Instant) {
        let prefix = Self.prefix(of: hook.name, for: call.subject.occasion)
        let name = hook.isUnit ? hook.path : "\(prefix)\(Self.trial)-\(Self.timePart(now)).service"
        self.init(name, hook, for: call, environment)
    }

    var phase: Phase? { call.phase?.phase }

    var isTarget: Bool { hook.isUnit && phase != nil }

    /// The report of a problem. It is nil for a target that is missing or masked, or if there is no user manager,
    /// because then no units can be wanted by the target.
    func failure(_ problem: HookProblem, isBeforeSession: Bool) -> HookFailure? {
        let isRefused = if case .notStarted = problem { true } else { false }
        if isTarget, isRefused || problem == .noUnit { return nil }
        return HookFailure(
            hook: hook.path, unit: hook.isUnit || !isRefused ? name : nil, problem, isBeforeSession: isBeforeSession)
    }

    /// The time limit; nil for a unit, which has its own.
    var timeLimit: Duration? { hook.isUnit ? nil : call.timeLimit }

    private static func prefix(of hook: String, for occasion: HookOccasion) -> String {
        "suntracker-hook-\(namePart(occasion.name))-\(namePart(hook))"
    }

    private static let trial = "-trial"

    /// A time in the name of a unit: `20261121T233952Z`.
    private static func timePart(_ instant: Instant) -> String {
        instant.rfc3339(fractionDigits: 0).filter { $0 != "-" && $0 != ":" }
    }

    /// The slice of a phase's hooks, in app.slice. Stopping the slice stops all of them (systemd.slice(5)).
    static func slice(of phase: Phase) -> String { "app-suntracker-\(phase.rawValue).slice" }

    /// The unit for a second attempt, whose environment says that the program may already have been started.
    var again: HookUnit {
        var call = call
        call.isRecovered = true
        return HookUnit(hook, for: call, environment.merging(["SUNTRACKER_RECOVERED": "1"]) { $1 })
    }

    /// The time between SIGTERM and SIGKILL for a hook.
    private static let stopTimeout = Duration.seconds(5)

    @MainActor var startCall: BusCall {
        hook.isUnit
            ? UserManager.call("StartUnit", [.string(name), .string("replace")])
            : UserManager.call("StartTransientUnit", transientUnit.startArguments)
    }

    var transientUnit: TransientUnit {
        TransientUnit(
            name: name, description: "Suntracker's hook \(hook.path) for \(call.subject.occasion.name)".printable,
            program: hook.path, arguments: hook.arguments,
            environment: environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" },
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

    /// Returns the text with `_` for characters that are not allowed in a unit's name (systemd.unit(5)) or would have
    /// to be quoted on a command line. The length is limited so that the name stays below 255 bytes. If the text is
    /// changed, a hash (FNV-1a) distinguishes it from others.
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
    fileprivate static func microseconds(_ span: Duration) -> BusValue {
        .unsigned64(UInt64(max(0, span.microseconds)))
    }
}

import LinuxPlatform
import Solar
import Systemd
import Tracker

/// Runs hooks now, in units as the service would start them, to try them; and starts units.
@MainActor
final class HookTrial {
    /// The end of a hook.
    struct Result {
        /// Its path.
        let hook: String
        /// Its unit, which the journal has the output of.
        let unit: String
        /// What went wrong; nil for a success.
        let problem: HookFailure.Problem?
    }

    private let manager: UserManager
    private var runs: [HookRun] = []
    private var results: [String: Result] = [:]
    private let units: [HookUnit]
    private let then: @MainActor ([Result]) -> Void

    /// Starts the hooks of a call that are at these paths.
    ///
    /// - Parameter then: called once, on the main queue, when all have ended.
    init(
        _ paths: Set<String>, of call: HookCall, at now: Instant, in folders: HookFolders, environment: Environment,
        then: @escaping @MainActor ([Result]) -> Void
    ) throws(SystemError) {
        manager = try UserManager(environment: environment)
        self.then = then
        units = folders.hooks(of: call.program).hooks.filter { paths.contains($0.path) }
            .map { HookUnit(trying: $0, for: call, at: now) }
        for unit in units {
            runs.append(
                try HookRun(unit, by: manager, again: false) { [weak self] progress in
                    switch progress {
                    case .started: break
                    case .ended(let problem, _): self?.end(unit, problem)
                    case .lost: self?.end(unit, .unanswered("the session bus has ended, or the user manager"))
                    }
                })
        }
        manager.onArrival = { [weak self] in self?.runs.forEach { $0.managerArrived() } }
    }

    private func end(_ unit: HookUnit, _ problem: HookFailure.Problem?) {
        results[unit.name] = Result(hook: unit.hook.path, unit: unit.name, problem: problem)
        if results.count == units.count { then(units.compactMap { results[$0.name] }) }
    }
}

extension HookUnit {
    /// A unit for a hook that is tried, which neither keeps the service's from starting nor is kept by it:
    /// `suntracker-hook-night-lamps-on-trial-20261121T201503Z.service`.
    init(trying hook: Hook, for call: HookCall, at now: Instant) {
        let prefix = Self.prefix(of: hook.name, for: call.subject.occasion)
        let name = "\(prefix)-\(Self.trial)\(Self.timePart(now)).service"
        self.init(hook.isUnit ? hook.path : name, hook, for: call)
    }

    private static let trial = "trial-"

    /// The units that may hold the last run of a hook: the latest trial, and the latest one of the service.
    static func latest(of hook: String, for occasion: HookFault.Occasion, among units: [String]) -> [String] {
        let prefix = prefix(of: hook, for: occasion)
        let times = units.compactMap { unit -> Substring? in
            guard unit.hasPrefix(prefix), unit.hasSuffix(".service") else { return nil }
            let rest = unit.dropFirst(prefix.count).dropLast(".service".count)
            let time = rest.hasPrefix("-" + trial) ? rest.dropFirst(trial.count) : rest
            // `lamps` is not the hook of `lamps-on`.
            return time.isEmpty || time.wholeMatch(of: /-[0-9]{8}T[0-9]{6}Z/) != nil ? rest : nil
        }
        let trials = times.filter { $0.hasPrefix("-" + trial) }
        return [trials.max(), times.filter { !trials.contains($0) }.max()].compactMap { time in
            time.map { "\(prefix)\($0).service" }
        }
    }
}

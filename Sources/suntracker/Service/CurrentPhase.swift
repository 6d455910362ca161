import LinuxPlatform
import Solar
import Systemd
import Tracker

/// The current phase: as defined in the settings, or as set manually in the running service.
struct CurrentPhase: Sendable {
    private var course: PhaseCourse
    /// Whether it is the phase of the service, rather than the phase for a place or settings given on the command line.
    let isOfService: Bool
    /// The phase set manually; nil for none.
    var byHand: PhaseSpan?

    init(by course: PhaseCourse, isOfService: Bool, byHand: PhaseSpan? = nil) {
        (self.course, self.isOfService, self.byHand) = (course, isOfService, byHand)
    }

    func span(at instant: Instant) -> PhaseSpan {
        if let byHand, byHand.validUntil.map({ instant < $0 }) != false { return byHand }
        var course = course
        return course.span(at: instant)
    }
}

extension CommandContext {
    /// Returns the phases defined in the settings: the service's, or those given.
    ///
    /// - Parameter place: nil for the place in the settings.
    func phaseCourse(by config: String? = nil, at place: Place? = nil) throws(CommandError) -> PhaseCourse {
        let file = settingsFile(config)
        let phases = try file.settings().phases
        var observer = place?.observer
        if observer == nil, phases.needsPlace { observer = try self.place(by: file).observer }
        guard let course = PhaseCourse(of: phases, at: observer, in: localTime) else {
            throw .noPlace(zone: localTime.zoneName)
        }
        return course
    }

    /// The phase of the running service if it was set manually. Takes a second if the service does not respond.
    func phaseByHand() -> PhaseSpan? { ServiceOnBus.answer(within: .seconds(1)).running?.phaseByHand }
}

extension RunningService {
    /// The phase if it was set manually.
    fileprivate var phaseByHand: PhaseSpan? { phase.flatMap { $0.isSetByHand ? $0 : nil } }
}

/// Follows the phase set manually in the service, through its signals on the session bus, without starting it. The phase
/// remains set while the service restarts.
@MainActor
final class PhaseByHand {
    private let bus: Bus
    private let onChange: (PhaseSpan?) -> Void
    private var signals: BusSlot?
    private var request: BusSlot?

    /// - Parameter onChange: called when the phase set manually may have changed; nil for none.
    /// - Returns: nil if there is no session bus.
    init?(_ onChange: @escaping (PhaseSpan?) -> Void) {
        do {
            bus = try Bus.openUser()
            self.onChange = onChange
            try bus.watchName(SessionBus.name) { [weak self] hasOwner in if hasOwner { self?.ask() } }
            signals = try bus.listen(
                sender: SessionBus.name, path: SessionBus.path, interface: "org.freedesktop.DBus.Properties",
                signal: "PropertiesChanged"
            ) { [weak self] _ in self?.ask() }
        } catch {
            return nil
        }
        // It may have changed before the subscription.
        ask()
    }

    private func ask() {
        let call = BusCall(
            SessionBus.name, SessionBus.path, "org.freedesktop.DBus.Properties", "GetAll", [.string(SessionBus.name)],
            startsService: false)
        request = try? bus.call(call, deadline: .seconds(5)) { [onChange] answer in
            guard case .success(let values) = answer, case .dictionary(let properties)? = values.first else { return }
            onChange(RunningService(properties: properties)?.phaseByHand)
        }
    }
}

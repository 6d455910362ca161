import Dispatch
import Systemd
public import Tracker

/// Opens the chart of the daylight as a page in the browser: `suntracker chart --open`, by the user manager's hand
/// (`DaylightUnit`).
@MainActor
public final class DaylightPage: DaylightOpener {
    private let options: [String]
    private let environment: Environment
    private let onFailure: @MainActor (String) -> Void
    /// What is being asked of the manager, and by which connection: as long as that takes, and no longer.
    private var request: (manager: UserManager, slot: BusSlot)?

    private static let deadline = Duration.seconds(10)

    /// - Parameters:
    ///   - options: those of the service that the chart has to know.
    ///   - environment: says where the manager is.
    ///   - onFailure: is told why nothing could be opened.
    public init(options: [String], environment: Environment, onFailure: @escaping @MainActor (String) -> Void) {
        self.options = options
        self.environment = environment
        self.onFailure = onFailure
    }

    /// Has the manager start `suntracker chart --open`.
    public func openDaylight(token: String?) {
        guard let folder = linkTarget("/proc/self/exe").flatMap({ $0.lastIndex(of: "/").map($0.prefix(upTo:)) }) else {
            return onFailure("this program's own path is not known")
        }
        start(
            DaylightUnit(
                program: "\(folder)/suntracker", options: options, token: token, number: .random(in: 1...UInt64.max)))
    }

    private func start(_ unit: DaylightUnit) {
        do throws(SystemError) {
            let manager = try UserManager(environment: environment)
            let slot = try manager.bus.call(
                UserManager.call("StartTransientUnit", unit.arguments), deadline: Self.deadline
            ) { [weak self] answer in
                // Not from inside the bus's own callback, which this would free.
                DispatchQueue.main.async { MainActor.assumeIsolated { self?.end(unit, answer) } }
            }
            request = (manager, slot)
        } catch {
            onFailure("\(error)")
        }
    }

    private func end(_ unit: DaylightUnit, _ answer: Result<[BusValue], BusError>) {
        request = nil
        guard case .failure(let error) = answer else { return }
        if let unit = unit.unit(after: error) { start(unit) } else { onFailure("\(error)") }
    }
}

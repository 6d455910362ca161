import Dispatch
import Systemd
public import Tracker

/// Opens the chart of the daylight as a page in the browser: `suntracker chart --open`, by the user manager's hand
/// (`DaylightUnit`).
@MainActor
public final class DaylightPage: DaylightOpener {
    private let options: [String]
    private let onFailure: @MainActor (String) -> Void
    /// What is being asked of the manager, and by which connection: as long as that takes, and no longer.
    private var request: (loop: EventLoop, bus: Bus, slot: BusSlot)?

    private static let deadline = Duration.seconds(10)

    /// - Parameters:
    ///   - options: those of the service that the chart has to know.
    ///   - onFailure: is told why nothing could be opened.
    public init(options: [String], onFailure: @escaping @MainActor (String) -> Void) {
        self.options = options
        self.onFailure = onFailure
    }

    /// Has the manager start `suntracker chart --open`.
    public func openDaylight(token: String?) {
        guard let folder = linkTarget("/proc/self/exe").flatMap({ $0.lastIndex(of: "/").map($0.prefix(upTo:)) }) else {
            return onFailure("this program's own path is not known")
        }
        let unit = DaylightUnit(
            program: "\(folder)/suntracker", options: options, token: token, number: .random(in: 1...UInt64.max))
        do throws(SystemError) {
            let loop = try EventLoop()
            let bus = try Bus.openUser(on: loop)
            let call = BusCall(
                "org.freedesktop.systemd1", "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager",
                "StartTransientUnit", unit.arguments, startsService: false)
            let slot = try bus.call(call, deadline: Self.deadline) { [weak self] answer in
                if case .failure(let error) = answer { self?.onFailure("\(error)") }
                // Not from inside the bus's own callback, which this would free.
                DispatchQueue.main.async { MainActor.assumeIsolated { self?.request = nil } }
            }
            request = (loop, bus, slot)
        } catch {
            onFailure("\(error)")
        }
    }
}

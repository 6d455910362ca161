import Glibc
package import Solar
import Systemd
package import Tracker

/// The status icon in the panel, on a connection of its own to the session bus, which exists only while the settings want
/// the icon: a panel removes an icon when its connection ends, and there is no other way to remove one.
///
/// Nothing waits for a panel. One that hangs, refuses the icon or leaves the bus changes nothing here; the icon is
/// registered with the next one when it appears.
@MainActor
package final class StatusIcon {
    /// What the icon takes from the service, and asks it for.
    package struct Requests {
        let now: @MainActor () -> Instant
        let localTime: @MainActor () -> any LocalTime
        /// The texts for people.
        package var words = Localizer.english
        /// Does what the user has chosen; the token lets a window come to the front.
        package var perform: @MainActor (PanelAction, _ token: String?) -> Void = { _, _ in }
        /// Called with the reason when a panel refuses the icon.
        package var onRefusal: @MainActor (String) -> Void = { _ in }

        /// - Parameters:
        ///   - now: the current time.
        ///   - localTime: the time zone in force.
        package init(now: @escaping @MainActor () -> Instant, localTime: @escaping @MainActor () -> any LocalTime) {
            (self.now, self.localTime) = (now, localTime)
        }
    }

    private struct Connection {
        let bus: Bus
        let objects: PanelObjects
        /// The pending request to show the icon.
        var registration: BusSlot?
    }

    private static let watcher = "org.kde.StatusNotifierWatcher"
    /// After this time a panel counts as one that does not answer.
    private static let timeout = Duration.seconds(25)

    let requests: Requests
    /// The folder with the icon, if panels do not find it in the theme; else empty.
    let iconFolder: String
    private var item = PanelItem()
    private var place: Place?
    private var phase: PhaseSpan?
    private var connection: Connection?
    /// Why a panel has refused the icon, until one shows it.
    private var refusal: String?

    /// - Parameter iconFolder: the folder of the icons, if no theme has them; empty if one has.
    package init(iconFolder: String, requests: Requests) {
        self.requests = requests
        self.iconFolder = iconFolder
    }

    /// What the icon shows now.
    var content: PanelContent {
        PanelContent(
            at: requests.now(), place: place, localTime: requests.localTime(), phase: phase,
            in: requests.words)
    }

    private func connect() {
        guard connection == nil else { return }
        do {
            let bus = try Bus.openUser()
            bus.onDisconnect = { [weak self] in self?.reconnect() }
            connection = Connection(bus: bus, objects: try PanelObjects(on: bus, of: self))
            _ = item.update(to: content)
            try bus.watchName(Self.watcher) { [weak self] hasOwner in
                if hasOwner { self?.register() }
            }
            register()
        } catch {
            connection = nil
        }
    }

    /// Connects again after the bus has closed the connection. If it has never answered, the next attempt waits for the next
    /// sunrise or sunset, since the bus is likely to fail again.
    private func reconnect() {
        let hasAnswered = connection?.bus.hasAnswered == true
        connection = nil
        if hasAnswered { connect() }
    }

    /// Asks the watcher of the icons to show this one. Without a watcher there is no panel, which is not an error.
    private func register() {
        let call = BusCall(
            Self.watcher, "/StatusNotifierWatcher", Self.watcher, "RegisterStatusNotifierItem",
            [.string(PanelObjects.path)], startsService: false)
        let registration = try? connection?.bus.call(call, deadline: Self.timeout) { [weak self] answer in
            self?.handle(answer)
        }
        connection?.registration = registration
    }

    func handle(_ answer: Result<[BusValue], BusError>) {
        if case .failure(.connectionTerminated) = answer { return }
        guard case .failure(let error) = answer else { return refusal = nil }
        guard !Self.absences.contains(error.name), refusal != "\(error)" else { return }
        refusal = "\(error)"
        requests.onRefusal("\(error)")
    }

    /// The errors of a watcher that is not there, has left, or hangs. One that hangs finds the request when it continues.
    private static let absences: Set = [BusError.serviceUnknown, BusError.nameHasNoOwner, BusError.noReply]

    /// Tells the panels what has changed, and returns the menu of now, its revision, and whether it has changed.
    func refreshMenu() -> (calls: PanelMenuCalls, revision: UInt32, isNews: Bool) {
        let content = content
        let isNews = item.isMenuNews(content)
        update(to: content)
        return (PanelMenuCalls(content.menu), item.revision, isNews)
    }

    private func update(to content: PanelContent) {
        for news in item.update(to: content) { connection?.objects.emit(news) }
    }
}

extension StatusIcon: @MainActor Publisher {
    /// Shows or removes the icon, and signals to the panels what has changed.
    package func publish(_ outlook: Outlook) {
        (place, phase) = (outlook.place, outlook.phase)
        guard outlook.hasStatusIcon else {
            connection = nil
            return
        }
        if connection == nil { connect() } else { update(to: content) }
    }

    /// Events change nothing here besides the outlook.
    package func emit(_ occurrence: Occurrence) {}
}

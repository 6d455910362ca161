// SPDX-License-Identifier: MIT
import Configuration
import Glibc
package import Solar
import Systemd
package import Tracker
package import Wording

/// The status icon in the panel. It has a separate connection to the session bus, which exists only while the icon is
/// enabled in the settings: a panel removes an icon when its connection ends, and there is no other way to remove it.
///
/// Nothing waits for a panel. A panel that hangs, rejects the icon or leaves the bus has no effect here; the icon is
/// registered with the next panel when it appears.
@MainActor
package final class StatusIcon {
    /// The values and actions that the icon needs from the service.
    package struct Requests {
        let now: @MainActor () -> Instant
        let localTime: @MainActor () -> any LocalTime
        package var words = Localizer.english
        /// Performs the action that the user has selected. The token lets a window come to the front.
        package var perform: @MainActor (PanelAction, _ token: String?) -> Void = { _, _ in }
        /// Called with the reason when a panel rejects the icon.
        package var onRefusal: @MainActor (String) -> Void = { _ in }

        package init(now: @escaping @MainActor () -> Instant, localTime: @escaping @MainActor () -> any LocalTime) {
            (self.now, self.localTime) = (now, localTime)
        }
    }

    private static let watcher = "org.kde.StatusNotifierWatcher"
    /// GNOME Shell, whose panel shows symbolic icons only. Its extension AppIndicator takes the name that it is given.
    private static let shell = "org.gnome.Shell"
    private static let timeout = Duration.seconds(25)

    let requests: Requests
    /// The directory with the icon, if panels do not find it in the theme; otherwise empty.
    let iconFolder: String
    private var item = PanelItem()
    private var place: Place?
    private var phase: PhaseSpan?
    private lazy var connection = KeptConnection(open: Bus.openUser) { [unowned self] in try prepare($0) }
    /// The pending request to show the icon, or for the owner of the panel.
    private var registration: BusSlot?
    private var isInShell = false
    /// The reason why a panel rejected the icon; nil once a panel shows it.
    private var refusal: String?

    package init(iconFolder: String, requests: Requests) {
        self.requests = requests
        self.iconFolder = iconFolder
    }

    var content: PanelContent {
        PanelContent(
            at: requests.now(), place: place, localTime: requests.localTime(), phase: phase,
            in: requests.words)
    }

    var iconName: String { content.picture.iconName + (isInShell ? "-symbolic" : "") }

    private func prepare(_ bus: Bus) throws -> PanelObjects {
        let objects = try PanelObjects(on: bus, of: self)
        _ = item.update(to: content)
        try bus.watchName(Self.watcher) { [weak self, weak bus] hasOwner in
            if hasOwner, let bus { self?.findPanel(on: bus) }
        }
        findPanel(on: bus)
        return objects
    }

    /// Asks the bus whether the panel is GNOME Shell's, and then registers the icon.
    private func findPanel(on bus: Bus) {
        let service = "org.freedesktop.DBus"
        let call = BusCall(
            service, "/org/freedesktop/DBus", service, "NameHasOwner", [.string(Self.shell)], startsService: false)
        registration = try? bus.call(call, deadline: Self.timeout) { [weak self, weak bus] answer in
            guard let self, let bus else { return }
            isInShell = if case .success(let values) = answer { values.first == .boolean(true) } else { false }
            register(on: bus)
        }
    }

    /// Asks the watcher of status icons to show this icon. Without a watcher, there is no panel, which is no problem.
    private func register(on bus: Bus) {
        let call = BusCall(
            Self.watcher, "/StatusNotifierWatcher", Self.watcher, "RegisterStatusNotifierItem",
            [.string(PanelObjects.path)], startsService: false)
        registration = try? bus.call(call, deadline: Self.timeout) { [weak self] answer in self?.handle(answer) }
    }

    func handle(_ answer: Result<[BusValue], BusError>) {
        if case .failure(.connectionTerminated) = answer { return }
        guard case .failure(let error) = answer else { return refusal = nil }
        guard !Self.absences.contains(error.name), refusal != "\(error)" else { return }
        refusal = "\(error)"
        requests.onRefusal("\(error)")
    }

    /// The errors if the watcher is missing, has left, or hangs. A watcher that hangs finds the request when it
    /// continues.
    private static let absences: Set = [BusError.serviceUnknown, BusError.nameHasNoOwner, BusError.noReply]

    /// Signals changes to the panels, and returns the current menu, its revision, and whether it has changed.
    func refreshMenu() -> (calls: PanelMenuCalls, revision: UInt32, isNews: Bool) {
        let content = content
        let isNews = item.isMenuNews(content)
        update(to: content)
        return (PanelMenuCalls(content.menu), item.revision, isNews)
    }

    private func update(to content: PanelContent) {
        for news in item.update(to: content) { connection.current?.parts.emit(news) }
    }
}

extension StatusIcon: @MainActor Publisher {
    package func publish(_ state: PublishedState) {
        (place, phase) = (state.place, state.phase)
        guard state.hasStatusIcon else { return connection.close() }
        if connection.current == nil { connection.connect() } else { update(to: content) }
    }

    package func emit(_ occurrence: Occurrence) {}
}

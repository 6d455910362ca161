public import Tracker

extension Settings {
    /// Adds an alert from keys and values as in a settings file, for example `Event=sunset`.
    public mutating func addAlert(_ name: String, _ keys: String...) throws {
        let entries = keys.map { text in
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return SettingsEntry(origin: nil, group: "Alert \(name)", key: parts[0], value: parts[1])
        }
        alerts += try Settings(entries: entries, places: FewPlaces()).alerts
    }
}

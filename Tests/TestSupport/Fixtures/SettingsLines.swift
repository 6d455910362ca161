// SPDX-License-Identifier: MIT
package import Configuration

extension SettingsEntry {
    /// The entry for a line of a file, written as `Group.Key=value`.
    package init(_ text: String, file: String = "suntracker.conf", line: Int = 1) {
        let equals = text.firstIndex(of: "=") ?? text.endIndex
        guard equals < text.endIndex, let dot = text[..<equals].lastIndex(of: ".") else {
            preconditionFailure("not a setting: \(text)")
        }
        self.init(
            origin: Origin(file: file, line: line), group: String(text[..<dot]),
            key: String(text[text.index(after: dot)..<equals]), value: String(text[text.index(after: equals)...]))
    }
}

extension Settings {
    /// The settings from a file with these lines, each written as `Group.Key=value`.
    package init(lines: [String]) throws(SettingsError) {
        try self.init(
            entries: lines.enumerated().map { SettingsEntry($1, line: $0 + 1) }, places: FewPlaces())
    }

    /// Adds an alert from keys and values as in a settings file, for example `Event=sunset`.
    package mutating func addAlert(_ name: String, _ keys: String...) throws {
        alerts += try Settings(lines: keys.map { "Alert \(name).\($0)" }).alerts
    }
}

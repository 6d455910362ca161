// SPDX-License-Identifier: MIT
import Configuration
import TestSupport

@testable import LinuxPlatform
@testable import suntracker

extension Property {
    /// The first line is the edit: `Location.Name=value`, or without `=` to unset it, or `Alert lamps` to remove it.
    /// The rest is the file.
    static let edit = Property(
        "edit",
        seeds: goodSettings.flatMap { text in
            [
                "Location.Name=Home", "Location.Name= Home ", "Location.Name", "Notifications.WhenQuiet=journal",
                "Location.Latitude=1",
                "Location.Place", "Hooks.Timeout=45s", "Alert lamps on.Title={event} at {time}", "Alert lamps on.Event",
                "Alert 夜.Title=Night", "Alert lamps on", "Alert 夜",
            ]
            .map { "\($0)\n\(text)" }
        } + ["Hooks.Timeout=85s\n\n# wheel=off\r\n", "Hooks.Timeout=85s\n\r\n# wheel=off\r\n"],
        words: wordsOfSettings + SettingName.all.map { "\($0.description)=" } + ["Alert x.Event=", "Alert x.Title={"]
    ) { input in
        let bytes = input.utf8.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        let words = bytes[0].split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        let text = bytes.count == 2 ? String(decoding: bytes[1], as: UTF8.self) : ""
        guard let name = try? SettingName(String(decoding: words[0], as: UTF8.self)) else {
            let alert = String(decoding: words[0], as: UTF8.self)
            return SettingName.isAlert(alert) ? try checkRemoval(of: alert, in: text) : ()
        }
        let edit: SettingEdit =
            words.count == 2 ? .set(name, String(decoding: words[1], as: UTF8.self)) : .unset(name)
        try check(edit, of: name, in: text)
    }

    private static func checkRemoval(of alert: String, in text: String) throws {
        let file = SettingsFile(path: "/nowhere/suntracker.conf", environment: Environment([:]), places: FewPlaces())
        guard let after = try? file.edited(text, by: [.remove(alert: alert)]).text,
            let before = try? KeyFile(text).entries(at: file.path)
        else { return }
        func facts(_ entries: [SettingsEntry]) -> [[String]] { entries.map { [$0.group, $0.key, $0.value] } }
        try require(
            try facts(KeyFile(after).entries(at: file.path))
                == facts(before.filter { $0.group != alert }),
            "other settings are changed, or some are left: \(after)")
    }

    private static func check(_ edit: SettingEdit, of name: SettingName, in text: String) throws {
        let file = SettingsFile(path: "/nowhere/suntracker.conf", environment: Environment([:]), places: FewPlaces())
        let after: String
        let edited: Settings
        do {
            let result = try file.edited(text, by: [edit])
            (after, edited) = (result.text, result.settings)
        } catch {
            // A reason and a remedy.
            let isComplete = error.description.contains("; ") && !error.description.hasSuffix("; ")
            try require(isComplete, "no reason: \(error)")
            let isOverruled = error.description.contains("overrides your own settings")
            return try require(!isOverruled, "no other file goes before this one: \(error)")
        }
        func isEdited(_ entry: SettingsEntry) -> Bool { entry.group == name.group && entry.key == name.key }
        func others(_ text: String) throws -> [[String]] {
            let others = try KeyFile(text).entries(at: "").filter { !isEdited($0) && !$0.isSection }
            return others.map { [$0.group, $0.key, $0.value] }
        }
        let entries = try KeyFile(after).entries(at: file.path)
        let read = try Settings(entries: entries, places: FewPlaces())
        try require(read == edited, "the settings differ from those of the edit")
        // If the file could not be read before, its settings are unknown.
        if (try? KeyFile(text).entries(at: "")) != nil {
            try require(try others(text) == others(after), "others than \(name) are changed: \(after)")
        }
        let value = entries.last(where: isEdited)?.value
        switch edit {
        case .set(_, let expected):
            let isRead = value?.utf8.elementsEqual(expected.trimmed.utf8) == true
            try require(isRead, "\(name) is \(value ?? "gone")")
        case .unset, .remove: try require(value == nil, "\(name) is still there")
        }
        try require(
            lines(of: after, areThoseOf: text, exceptOf: name), "comments or order are changed: \(after)")
        // A file with CRLF line ends keeps its line ends.
        func returns(_ text: String) -> Bool {
            var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            if lines.last?.isEmpty == true { lines.removeLast() }
            return lines.allSatisfy { $0.last == UInt8(ascii: "\r") }
        }
        try require(!text.utf8.contains(UInt8(ascii: "\n")) || !returns(text) || returns(after), "lines end otherwise")
        try require(try file.edited(after, by: [edit]).text == after, "a second time changes it: \(after)")
    }

    /// Whether all lines except the lines of the setting are unchanged and in their order. With the last key of an alert,
    /// its heading and the empty lines above it are removed.
    private static func lines(of after: String, areThoseOf before: String, exceptOf name: SettingName) -> Bool {
        let isAlertGone =
            SettingName.isAlert(name.group)
            && (try? KeyFile(after).entries(at: ""))?.contains { $0.group == name.group } == false
        func isRemoved(_ line: Substring) -> Bool {
            isAlertGone && (line.trimmed.isEmpty || line.trimmed.hasSuffix("[\(name.group)]"))
        }
        var rest = after.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
        for line in before.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        where !Substring(line).trimmed.utf8.starts(with: name.key.utf8)
            && !isRemoved(Substring(line))
        {
            guard let found = rest.firstIndex(where: { $0.elementsEqual(line) }) else { return false }
            rest = rest[(found + 1)...]
        }
        return true
    }
}

import Terminal
package import Tracker

/// Every setting as it is in force, and where it comes from.
package struct SettingsTable: Report {
    /// The settings.
    package let settings: [SettingInForce]

    /// The table of these.
    package init(_ settings: [SettingInForce]) {
        self.settings = settings
    }

    /// A line a setting: `Notifications.Grace  10min  default`.
    package var text: String {
        let rows = settings.map { [$0.name.description, $0.value ?? "-", $0.giver.phrase] }
        return AlignedColumns([.left, .left, .left], rows).lines.joined(separator: "\n")
    }

    /// An object whose `settings` are objects of `setting`, `value`, and `giver`, which is `default`, `command-line` or
    /// `file`, then with `file` and `line`.
    package func json() throws -> String {
        struct Setting: Encodable {
            let setting: String
            let value: String?
            let giver: String
            let file: String?
            let line: Int?
        }
        struct Table: Encodable {
            let settings: [Setting]
        }
        return try Table(
            settings: settings.map {
                Setting(
                    setting: $0.name.description, value: $0.value, giver: $0.giver.word,
                    file: $0.giver.origin?.file, line: $0.giver.origin?.line)
            }
        ).jsonText()
    }
}

extension SettingInForce.Giver {
    fileprivate var word: String {
        switch self {
        case .builtIn: "default"
        case .commandLine: "command-line"
        case .file: "file"
        }
    }

    fileprivate var phrase: String {
        switch self {
        case .builtIn: "default"
        case .commandLine: "command line"
        case .file(let origin): "\(origin.file):\(origin.line)"
        }
    }

    fileprivate var origin: SettingsEntry.Origin? {
        if case .file(let origin) = self { origin } else { nil }
    }
}

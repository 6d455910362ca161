import Terminal
package import Tracker

/// The effective settings and their origins.
package struct SettingsTable: Report {
    package let settings: [SettingInForce]

    private let words: Words

    /// - Parameter words: The language of its text.
    package init(_ settings: [SettingInForce], in words: Words = .english) {
        self.settings = settings
        self.words = words
    }

    /// One line per setting: `Notifications.Grace  10min  default`.
    package func text(columns: Int?) -> String {
        let rows = settings.map { [$0.name.description, $0.value ?? "-", $0.giver.text(in: words)] }
        return AlignedColumns([.left, .left, .left], rows).lines(columns: columns).joined(separator: "\n")
    }

    /// A JSON object. Its `settings` are objects with `setting`, `value` and `giver`: `default`, `command-line`, or `file`
    /// with `file` and `line`.
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
                    setting: $0.name.description, value: $0.value, giver: $0.giver.identifier,
                    file: $0.giver.origin?.file, line: $0.giver.origin?.line)
            }
        ).jsonText()
    }
}

extension SettingInForce.Giver {
    fileprivate var identifier: String {
        switch self {
        case .builtIn: "default"
        case .commandLine: "command-line"
        case .file: "file"
        }
    }

    fileprivate func text(in words: Words) -> String {
        switch self {
        // TRANSLATORS: where the value of a setting comes from
        case .builtIn: words.inContext("setting", "default")
        // TRANSLATORS: where the value of a setting comes from
        case .commandLine: words.inContext("setting", "command line")
        case .file(let origin): "\(origin.file):\(origin.line)"
        }
    }

    fileprivate var origin: SettingsEntry.Origin? {
        if case .file(let origin) = self { origin } else { nil }
    }
}

import Tracker

/// The effective settings and their origins.
struct SettingsTable: Report {
    let settings: [SettingInForce]
    var words = Localizer.english

    /// One line per setting: `Notifications.Grace  10min  default`.
    func text(columns: Int?) -> String {
        let rows = settings.map { [$0.name.description, $0.value ?? "-", $0.origin.text(in: words)] }
        return AlignedColumns([.left, .left, .left], rows).lines(columns: columns).joined(separator: "\n")
    }

    /// Its `settings` are objects with `setting`, `value` and `giver`: `default`, `command-line`, or `file` with `file` and
    /// `line`.
    var object: JSONObject { ["settings": settings.map(\.json)] }
}

extension SettingInForce {
    fileprivate var json: JSONObject {
        var line: SettingsEntry.Origin?
        if case .file(let origin) = origin { line = origin }
        return [
            "setting": name.description, "value": value, "giver": origin.identifier, "file": line?.file,
            "line": line?.line,
        ]
    }
}

extension SettingInForce.Origin {
    fileprivate var identifier: String {
        switch self {
        case .builtIn: "default"
        case .commandLine: "command-line"
        case .file: "file"
        }
    }

    fileprivate func text(in words: Localizer) -> String {
        switch self {
        // TRANSLATORS: where the value of a setting comes from
        case .builtIn: words.inContext("setting", "default")
        // TRANSLATORS: where the value of a setting comes from
        case .commandLine: words.inContext("setting", "command line")
        case .file(let origin): "\(origin.file):\(origin.line)"
        }
    }
}

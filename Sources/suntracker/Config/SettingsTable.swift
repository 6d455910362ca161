import Tracker
import Wording

/// The effective settings and their origins.
struct SettingsTable: Report {
    let settings: [SettingInForce]
    /// The path of the user's settings file, and whether it exists.
    let path: String
    let exists: Bool
    var words = Localizer.english

    /// One line per setting, `Notifications.Grace  10min  default`, and the settings file.
    func text(columns: Int?) -> String {
        let rows = settings.map { [$0.name.description, $0.value ?? "-", origin(of: $0)] }
        let lines = AlignedColumns([.left, .left, .left], rows).lines(columns: columns)
        let file = "Your settings file: \(path)" + (exists ? "" : " (does not exist yet)")
        return (lines + [""] + [file].lines(columns: columns)).joined(separator: "\n")
    }

    private func origin(of setting: SettingInForce) -> String {
        // TRANSLATORS: where the value of a setting comes from
        setting.origin.map { "\($0.file):\($0.line)" } ?? words.inContext("setting", "default")
    }

    /// `path` is the settings file. The `settings` are objects with `setting`, `value` and `source`: `default`, or `file` with `file` and `line`.
    var object: JSONObject {
        [
            "path": path,
            "settings": settings.map { setting -> JSONObject in
                [
                    "setting": setting.name.description, "value": setting.value,
                    "source": setting.origin == nil ? "default" : "file", "file": setting.origin?.file,
                    "line": setting.origin?.line,
                ]
            },
        ]
    }
}

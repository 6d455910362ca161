/// A setting of an earlier release that no longer exists.
struct GoneSetting {
    let name: SettingName
    /// What to use instead.
    let remedy: String

    static let all = [
        GoneSetting(
            name: SettingName(group: "Notifications", key: "Late"),
            remedy: "remove the line; a longer Grace= announces what is later")
    ]
}

extension SettingsEntry {
    /// What is wrong with the entry if its setting no longer exists; nil otherwise. The other settings apply.
    var gone: SettingsError? {
        GoneSetting.all.first { $0.name == SettingName(self) }.map { setting in
            mistake(.quoted("this setting no longer exists"), .quoted(setting.remedy))
        }
    }
}

extension SettingName {
    /// The name of a setting that no longer exists; nil for any other text.
    package static func gone(_ text: String) -> SettingName? {
        GoneSetting.all.first { $0.name.description == text }?.name
    }
}

// SPDX-License-Identifier: MIT

/// The keys for how notifications are shown, which `[Notifications]` and alerts share, and the quiet time.
extension SettingsEntry {
    func sound() throws(SettingsError) -> NotificationSettings.Sound? {
        switch value {
        case "": return nil
        case "no": return .silent
        case "default": return .standard
        case let path where path.hasPrefix("/"): return .file(path)
        default:
            // The characters that the Sound Naming Specification allows in names.
            let isName = value.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
            }
            guard isName else {
                throw invalidValue(
                    "use the name of a sound such as message-new-instant, the absolute path of a file, no, or default"
                )
            }
            return .named(value)
        }
    }

    func urgency() throws(SettingsError) -> NotificationSettings.Urgency? {
        value.isEmpty ? nil : try choice()
    }

    /// The value of `Sound=` in `[Notifications]`; silent by default.
    func soundOrNone() throws(SettingsError) -> NotificationSettings.Sound { try sound() ?? .silent }

    /// The value of `Urgency=` in `[Notifications]`; normal by default.
    func urgencyOrNormal() throws(SettingsError) -> NotificationSettings.Urgency { try urgency() ?? .normal }

    func quietTime() throws(SettingsError) -> QuietTime {
        try understood(
            QuietTime(value),
            "use a range of local time such as 22:00-07:00, or several with commas between them; the whole day is 00:00-24:00"
        )
    }
}

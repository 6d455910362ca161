import Solar

/// How notifications come: the keys that `[Notifications]` and alerts have in common, and the quiet time.
extension SettingsEntry {
    /// A sound; nil for an empty value.
    func sound() throws(SettingsError) -> Popup.Sound? {
        switch value {
        case "": return nil
        case "no": return .silent
        case "default": return .standard
        case let path where path.hasPrefix("/"): return .file(path)
        default:
            // The characters that names have in the Sound Naming Specification.
            let isName = value.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
            }
            guard isName else {
                throw error(
                    "use the name of a sound such as message-new-instant, the absolute path of a file, no, or default"
                )
            }
            return .named(value)
        }
    }

    /// An urgency; nil for an empty value.
    func urgency() throws(SettingsError) -> Popup.Urgency? {
        value.isEmpty ? nil : try choice()
    }

    /// The sound of the section, which has none by default.
    func soundOrNone() throws(SettingsError) -> Popup.Sound { try sound() ?? .silent }

    /// The urgency of the section.
    func urgencyOrNormal() throws(SettingsError) -> Popup.Urgency { try urgency() ?? .normal }

    /// The times of day without notifications that draw attention.
    func quietTime() throws(SettingsError) -> QuietTime {
        try understood(
            QuietTime(value),
            "use a range of local time such as 22:00-07:00, or several with commas between them; the whole day is 00:00-24:00"
        )
    }
}

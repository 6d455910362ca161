extension AlertBounds {
    /// `NotBefore=`, `NotAfter=` and `Outside=` of an alert; nil if it has no bounds. An empty time removes the one of an
    /// earlier file.
    init?(_ entries: [AlertKey: SettingsEntry], ofAlert name: String) throws(SettingsError) {
        let (notBefore, notAfter) = (entries[.notBefore], entries[.notAfter])
        let outside = try entries[.outside]?.oneOf(Outside.self) ?? .move
        let (earliest, latest) = (try notBefore?.timeOfDay(), try notAfter?.timeOfDay())
        if let entry = entries[.outside], notBefore == nil, notAfter == nil {
            throw SettingsError(
                origin: entry.origin, subject: entry.key,
                problem: .words("{group} has no bounds", ["group": .quoted("[Alert \(name)]")]),
                remedy: .words(
                    "add {setting} or {other}, such as {example}",
                    [
                        "setting": .quoted("NotBefore="), "other": .quoted("NotAfter="),
                        "example": .quoted("NotBefore=07:00"),
                    ]))
        }
        if let entry = notAfter, let earliest, earliest == latest {
            throw SettingsError(
                origin: entry.origin, subject: entry.key,
                problem: .words(
                    "\"{value}\" is also the value of {setting}",
                    ["value": .quoted(entry.value), "setting": .quoted("NotBefore")]),
                remedy: .words("give the two different times, or remove one"))
        }
        self.init(notBefore: earliest, notAfter: latest, outside: outside)
    }
}

extension SettingsEntry {
    /// A time of day; nil for an empty value.
    fileprivate func timeOfDay() throws(SettingsError) -> TimeOfDay? {
        guard !value.isEmpty else { return nil }
        guard let time = TimeOfDay(value) else {
            throw error(
                .words(
                    "write a time of day from {first} to {last}, such as {example}",
                    ["first": .quoted("00:00"), "last": .quoted("23:59"), "example": .quoted("07:00")]))
        }
        return time
    }
}

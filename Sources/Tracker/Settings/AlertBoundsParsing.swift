extension AlertBounds {
    /// `NotBefore=`, `NotAfter=` and `Outside=` of an alert; nil if it has no bounds. An empty time removes the one of an
    /// earlier file.
    init?(_ entries: [AlertKey: SettingsEntry], ofAlert name: String) throws(SettingsError) {
        let (notBefore, notAfter) = (entries[.notBefore], entries[.notAfter])
        let outside = try entries[.outside]?.oneOf(Outside.self) ?? .move
        let (earliest, latest) = (try notBefore?.timeOfDay(), try notAfter?.timeOfDay())
        if let entry = entries[.outside], notBefore == nil, notAfter == nil {
            throw SettingsError(
                origin: entry.origin, subject: entry.key, problem: "[Alert \(name)] has no bounds",
                remedy: "add NotBefore= or NotAfter=, such as NotBefore=07:00")
        }
        if let entry = notAfter, let earliest, earliest == latest {
            throw SettingsError(
                origin: entry.origin, subject: entry.key, problem: "\"\(entry.value)\" is also the value of NotBefore",
                remedy: "give the two different times, or remove one")
        }
        self.init(notBefore: earliest, notAfter: latest, outside: outside)
    }
}

extension SettingsEntry {
    /// A time of day; nil for an empty value.
    fileprivate func timeOfDay() throws(SettingsError) -> TimeOfDay? {
        guard !value.isEmpty else { return nil }
        guard let time = TimeOfDay(value) else {
            throw error("write a time of day from 00:00 to 23:59, such as 07:00")
        }
        return time
    }
}

import Solar
package import Tracker

extension Words {
    /// The event or alert with an identifier, for a table or a sentence. In English it is the identifier, which options and
    /// settings take; in another language it is the name of the event in that language.
    package func eventName(_ identifier: String) -> String {
        guard language != Words.english.language else { return identifier }
        if identifier.hasPrefix(Self.alert) {
            return self("alert {name}", ["name": String(identifier.dropFirst(Self.alert.count))])
        }
        return AnnouncedEvent(name: identifier)?.displayName(in: self) ?? identifier
    }

    private static let alert = "alert:"
}

extension CivilDate {
    /// `Sat 2026-11-21`, for the rows of a table.
    func inTable(_ words: Words) -> String {
        // TRANSLATORS: a date in a table: Sat 2026-11-21
        words.inContext("in a table", "{weekday} {date}", ["weekday": shortDayName(in: words), "date": "\(self)"])
    }
}

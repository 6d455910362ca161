extension Property {
    /// Every reader of something from outside. The gazetteer, which comes with the program, has tests of its own.
    static let all: [Property] = [
        keyFile, edit, ledger, fix, popupNumbers, zoneTable, zoneName, timeOfDay, coordinate, words, markup, geoClue,
        bus,
        pastAnnouncement,
    ]
}

extension Property {
    /// Every reader of something from outside. The gazetteer, which comes with the program, has tests of its own.
    static let all: [Property] = [
        keyFile, edit, ledger, fix, zoneTable, zoneName, timeOfDay, coordinate, words, markup, geoClue, bus,
        pastAnnouncement,
    ]
}

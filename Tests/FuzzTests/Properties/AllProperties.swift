extension Property {
    /// Every reader of external data. The gazetteer, which is part of the program, has tests of its own.
    static let all: [Property] = [
        keyFile, edit, ledger, fix, popupNumbers, zoneTable, zoneName, coordinate, markup, pastEvent,
    ]
}

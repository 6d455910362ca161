extension Property {
    /// Every reader of external data. The gazetteer, which is part of the program, is tested separately.
    static let all: [Property] = [
        keyFile, edit, ledger, fix, popupNumbers, zoneTable, zoneName, coordinate, markup, pastEvent,
    ]
}

/// Names in scripts that are written from right to left, in the middle of a sentence that is not.
extension String {
    /// The text with the place's name isolated from its surroundings, if it is written from right to left or has
    /// characters that change the direction (Unicode Standard Annex 9, "Explicit Directional Isolates").
    ///
    /// Otherwise a number that follows the name would be displayed to the left of it: `Polar night began in X 7 min ago`
    /// as `in 7 X min ago`. Only for popups: in the journal such characters get in the way of a search.
    func isolating(_ name: PlaceName?) -> String {
        let name: String? =
            switch name {
            case .own(let name), .near(let name): name
            case nil: nil
            }
        guard let scalars = name?.unicodeScalars, scalars.contains(where: \.changesDirection) else { return self }
        var rest = unicodeScalars[...]
        var isolated = String.UnicodeScalarView()
        while let first = rest.first {
            if rest.starts(with: scalars) {
                isolated.append("\u{2068}")
                isolated.append(contentsOf: scalars)
                isolated.append("\u{2069}")
                rest = rest.dropFirst(scalars.count)
            } else {
                isolated.append(first)
                rest = rest.dropFirst()
            }
        }
        return String(isolated)
    }
}

extension Unicode.Scalar {
    /// Whether it is written from right to left, by the blocks of such scripts (Unicode Standard Annex 9, table 4, and
    /// DerivedBidiClass.txt), or controls the direction of others.
    fileprivate var changesDirection: Bool {
        switch value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: properties.isBidiControl
        }
    }
}

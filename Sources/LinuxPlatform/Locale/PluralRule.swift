/// Which plural form of a text a number has, by the header of a catalog: `Plural-Forms: nplurals=2; plural=(n != 1);`
struct PluralRule {
    /// The number of forms.
    let forms: Int
    /// The index of the form of a number.
    let form: @Sendable (UInt) -> Int

    /// Nil if the header has no rule, or that of a language without translations of this program.
    init?(header: String) {
        let field = "Plural-Forms:"
        let rule = header.split(separator: "\n").first { $0.hasPrefix(field) }?.dropFirst(field.count)
        switch rule?.filter({ !" ()".contains($0) }) {
        case "nplurals=1;plural=0;": (forms, form) = (1, { _ in 0 })
        case "nplurals=2;plural=n!=1;": (forms, form) = (2, { $0 == 1 ? 0 : 1 })
        case "nplurals=2;plural=n>1;": (forms, form) = (2, { $0 > 1 ? 1 : 0 })
        case "nplurals=3;plural=n%10==1&&n%100!=11?0:n%10>=2&&n%10<=4&&n%100<10||n%100>=20?1:2;":
            (forms, form) = (3, Self.slavic)
        case "nplurals=6;plural=n==0?0:n==1?1:n==2?2:n%100>=3&&n%100<=10?3:n%100>=11?4:5;":
            (forms, form) = (6, Self.arabic)
        default: return nil
        }
    }

    private static func slavic(_ number: UInt) -> Int {
        switch (number % 10, number % 100) {
        case (1, let end) where end != 11: 0
        case (2...4, let end) where !(10..<20).contains(end): 1
        default: 2
        }
    }

    private static func arabic(_ number: UInt) -> Int {
        switch (number, number % 100) {
        case (0...2, _): Int(number)
        case (_, 3...10): 3
        case (_, 11...): 4
        default: 5
        }
    }
}

import ArgumentParser
import Solar

extension CivilDate {
    /// Whether it is in the years for which times are exact.
    var isComputed: Bool { (1800...2200).contains(year) }

    /// What to say of a date that is not, after its name.
    static let outOfRange = "is out of range; the Sun is computed for the years 1800 to 2200"

    /// The date, if it is in these years.
    @discardableResult
    func within1800To2200() throws -> CivilDate {
        guard isComputed else { throw ValidationError("\(self) \(Self.outOfRange)") }
        return self
    }
}

import ArgumentParser
import Solar

extension CivilDate {
    /// The date, if it is in the years for which times are exact.
    @discardableResult
    func within1800To2200() throws -> CivilDate {
        guard (1800...2200).contains(year) else {
            throw ValidationError("\(self) is out of range; the Sun is computed for the years 1800 to 2200")
        }
        return self
    }
}

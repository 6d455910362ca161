/// How many days a chart shows.
///
/// Each period has today in its middle, so that as much has been as is to come, a shorter one is the inside of a longer
/// one, and going from one to another is a zoom. A year so centred has both solstices in it.
package enum ChartPeriod: String, CaseIterable, Hashable, Sendable {
    /// 91 days, thirteen weeks.
    case threeMonths = "3m"
    /// 183 days.
    case sixMonths = "6m"
    /// 365 days.
    case year = "1y"

    /// How many days, an odd number.
    package var days: Int { 2 * daysEachWay + 1 }

    /// How many days before today, and how many after it.
    package var daysEachWay: Int {
        switch self {
        case .threeMonths: 45
        case .sixMonths: 91
        case .year: 182
        }
    }

    /// `3 months`.
    package var title: String {
        switch self {
        case .threeMonths: "3 months"
        case .sixMonths: "6 months"
        case .year: "1 year"
        }
    }
}

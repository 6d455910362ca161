import Gazetteer
import Solar
import Testing
import Tracker

@testable import suntracker

/// A few places, in memory for the whole process.
private let index = {
    let tables = """
        GB\tEurope/London\tUnited Kingdom
        US\tAmerica/New_York\tUnited States
        NO\tEurope/Oslo\tNorway
        JP\tAsia/Tokyo\tJapan
        ES\tEurope/Madrid\tSpain
        AQ\tAntarctica/McMurdo\tAntarctica
        DE\tEurope/Berlin\tGermany

        GB\tENG\tEngland
        US\tMO\tMissouri
        US\tIL\tIllinois
        US\tOR\tOregon
        DE\t05\tHesse
        DE\t11\tBrandenburg

        London\tGB\tENG\t51.50853\t-0.12574\t8961989\tEurope/London
        \tLondres
        Frankfurt am Main\tDE\t05\t50.11552\t8.68417\t650000\t-
        \tFrankfurt
        Las Palmas de Gran Canaria\tES\t53\t28.1\t-15.4\t381223\tAtlantic/Canary
        Springfield\tUS\tMO\t37.21533\t-93.29824\t170188\tAmerica/Chicago
        Misato\tJP\t34\t35.83\t139.87\t142000\t-
        Misato\tJP\t10\t36.4\t139\t141000\tAsia/Tokyo
        Springfield\tUS\tIL\t39.80172\t-89.64371\t114394\tAmerica/Chicago
        Springfield\tUS\tOR\t44.04624\t-123.02203\t61893\tAmerica/Los_Angeles
        Frankfurt (Oder)\tDE\t11\t52.34714\t14.55062\t57107\t-
        \tFrankfurt
        Tromsø\tNO\t18\t69.6489\t18.95508\t38980\t-\ttromso
        Davis\tAQ\t\t-68.58333\t77.96667\t0\tAntarctica/Davis
        """
    let kept = UnsafeMutableRawBufferPointer.allocate(byteCount: tables.utf8.count, alignment: 1)
    kept.copyBytes(from: tables.utf8)
    return SharedIndex(index: PlaceIndex(Gazetteer(UnsafeRawBufferPointer(kept))))
}()

/// The index is never changed: each search has a copy.
private struct SharedIndex: @unchecked Sendable {
    let index: PlaceIndex
}

func search(timeZone: String? = "America/Chicago", in words: Localizer = .english) -> PlaceSearch {
    PlaceSearch(index: index.index, timeZone: timeZone, words: words)
}

func daylight(_ place: GazetteerPlace) -> PlaceDaylight {
    switch place.country.code {
    case "AQ": PlaceDaylight(sunrise: nil, sunset: nil, stays: .above)
    case "NO": PlaceDaylight(sunrise: "10:14", sunset: nil, stays: nil)
    default: PlaceDaylight(sunrise: "06:51", sunset: "16:39", stays: nil)
    }
}

import Gazetteer
import GazetteerCompiler
import Reports
import Solar
import Testing
import Tracker

/// A few places, in memory for the whole process.
private let index = Result {
    let bytes = try GazetteerSource(
        places: """
            London\tGB\tENG\t51.50853\t-0.12574\t8961989\tEurope/London
            Springfield\tUS\tMO\t37.21533\t-93.29824\t170188\tAmerica/Chicago
            Springfield\tUS\tIL\t39.80172\t-89.64371\t114394\tAmerica/Chicago
            Springfield\tUS\tOR\t44.04624\t-123.02203\t61893\tAmerica/Los_Angeles
            Tromsø\tNO\t18\t69.6489\t18.95508\t38980\tEurope/Oslo
            Misato\tJP\t34\t35.83\t139.87\t142000\tAsia/Tokyo
            Misato\tJP\t10\t36.4\t139\t141000\tAsia/Tokyo
            Las Palmas de Gran Canaria\tES\t53\t28.1\t-15.4\t381223\tAtlantic/Canary
            """,
        zonePlaces: "Davis\tAQ\t\t-68.58333\t77.96667\t0\tAntarctica/Davis",
        countries: "GB\tUnited Kingdom\nUS\tUnited States\nNO\tNorway\nJP\tJapan\nES\tSpain\nAQ\tAntarctica",
        divisions: "GB\tENG\tEngland\nUS\tMO\tMissouri\nUS\tIL\tIllinois\nUS\tOR\tOregon",
        otherNames: "GB\tLondon\tLondres"
    ).compiled()
    let kept = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 4)
    kept.copyBytes(from: bytes)
    return SharedIndex(index: try PlaceIndex(Gazetteer(UnsafeRawBufferPointer(kept))))
}

/// The index is never changed: each search has a copy.
private struct SharedIndex: @unchecked Sendable {
    let index: PlaceIndex
}

func search(timeZone: String? = "America/Chicago", in words: Words = .english) throws -> PlaceSearch {
    PlaceSearch(try index.get().index, timeZone: timeZone, in: words)
}

func daylight(_ place: GazetteerPlace) -> PlaceDaylight {
    switch place.country.code {
    case "AQ": PlaceDaylight(sunrise: nil, sunset: nil, stays: .above)
    case "NO": PlaceDaylight(sunrise: "10:14", sunset: nil, stays: nil)
    default: PlaceDaylight(sunrise: "06:51", sunset: "16:39", stays: nil)
    }
}

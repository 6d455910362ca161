import Solar
public import Tracker

/// The place that a time zone is named after: a guess at where somebody is who has told nothing but their zone.
public struct TimeZoneLocation: Sendable {
    private let zoneinfo: ZoneinfoTree

    /// Why the tables of the tz database tell nothing.
    public enum Failure: Error, CustomStringConvertible {
        /// A table is there and cannot be read.
        case unreadable(path: String, FileReadError)
        /// A table has a line that cannot be understood.
        case malformed(ZoneTableError)

        /// What is wrong.
        public var description: String {
            switch self {
            case .unreadable(let path, let error): "\(path): \(error)"
            case .malformed(let error): error.description
            }
        }
    }

    /// By the tables in that tree.
    public init(zoneinfo: ZoneinfoTree) {
        self.zoneinfo = zoneinfo
    }

    /// The zone's principal place; nil for a zone that is nowhere, such as `UTC`.
    ///
    /// `zone1970.tab` is asked first, which has each zone whose clocks differ from all others since 1970, then `zone.tab`,
    /// which has one at least for each country. A name in neither is an alias (`US/Mountain`), whose file is a link to
    /// that of a zone in the tables; where several countries share it, to the most populous one's.
    public func place(ofZone zone: String) throws(Failure) -> Place? {
        guard !Self.zonesOfNoPlace.contains(zone) else { return nil }
        let tables = [try rows(of: "zone1970.tab"), try rows(of: "zone.tab")]
        for rows in tables {
            if let row = rows.first(where: { $0.zone == zone }) { return place(row, zone: zone) }
        }
        guard let identity = zoneinfo.fileIdentity(of: zone) else { return nil }
        for rows in tables {
            if let row = rows.first(where: { zoneinfo.fileIdentity(of: $0.zone) == identity }) {
                return place(row, zone: zone)
            }
        }
        return nil
    }

    private func place(_ row: ZoneTable.Row, zone: String) -> Place {
        Place(
            observer: Observer(row.coordinate), name: .own(row.placeName),
            provenance: Provenance(source: .timeZone(zone)))
    }

    private func rows(of table: String) throws(Failure) -> [ZoneTable.Row] {
        let path = "\(zoneinfo.path)/\(table)"
        let text: String?
        do { text = try readText(path, atMost: ZoneTable.sizeLimit) } catch { throw .unreadable(path: path, error) }
        // Small systems leave the tables out.
        guard let text else { return [] }
        do { return try ZoneTable(text, file: path).rows } catch { throw .malformed(error) }
    }

    /// Names of the tz database for time as such, which newer releases link to some city that keeps it: nobody who has
    /// set `CET` said that they live in Brussels, nor anybody with `EST` in Panama.
    private static let zonesOfNoPlace: Set = [
        "CET", "CST6CDT", "EET", "EST", "EST5EDT", "HST", "MET", "MST", "MST7MDT", "PST8PDT", "WET",
    ]
}

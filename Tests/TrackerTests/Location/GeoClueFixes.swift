// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport

/// A fix from GeoClue.
func fix(_ latitude: Double, _ longitude: Double, within metres: Double? = 1000) -> Place {
    fix(coordinate(latitude, longitude), within: metres)
}

func fix(_ coordinate: Coordinate, within metres: Double? = 1000) -> Place {
    Place(
        observer: Observer(coordinate), name: nil, provenance: Provenance(source: .geoclue, accuracy: metres))
}

/// The fix, as kept at this instant.
func remembered(_ fix: Place, since instant: Instant) -> Place {
    var fix = fix
    fix.provenance.observed = instant
    return fix
}

import Solar
import TestSupport
import Tracker

/// A fix as GeoClue gives it.
func fix(_ latitude: Double, _ longitude: Double, within metres: Double? = 1000) -> Place {
    Place(
        observer: Observer(coordinate(latitude, longitude)), name: nil,
        provenance: Provenance(source: .geoclue, accuracy: metres))
}

/// The fix as it was kept at that instant.
func remembered(_ fix: Place, since instant: Instant) -> Place {
    var fix = fix
    fix.provenance.observed = instant
    return fix
}

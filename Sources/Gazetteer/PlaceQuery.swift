/// A text by which somebody means a place, and how it may be read: `Springfield, IL` is the place Springfield in IL, or
/// one that is called `Springfield, IL`.
struct PlaceQuery {
    /// The ways to read it: the longer name first, which is the more particular.
    let readings: [Reading]

    /// One of the ways to read it.
    struct Reading {
        /// The name of the place.
        let name: NameKey
        /// What it has to be in besides: countries and divisions, by name or code.
        let qualifiers: [NameKey]
    }

    /// A name, and after commas a division, a country, or both: `Denver`, `Denver, US`, `Springfield, US-IL`,
    /// `Springfield, Illinois, USA`.
    init(_ text: String) {
        let parts = text.split(separator: ",").map { NameKey($0) }.filter { !$0.isEmpty }
        readings = parts.indices.reversed().map { last in
            Reading(name: NameKey(joining: parts[...last]), qualifiers: Array(parts[(last + 1)...]))
        }
    }
}

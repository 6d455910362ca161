import Solar
import Tracker

// For the reports that do not take their texts from `Words` yet.

extension Place {
    /// The place and its source in English.
    var headingParts: [String] { headingParts(in: .english) }
}

extension SourceDescription {
    /// The source in English.
    var name: String { name(in: .english) }

    /// The source after the name of a place, in English.
    var phrase: String { phrase(in: .english) }
}

extension Coordinate {
    /// `39.74° N, 104.98° W`, in English.
    var inDegrees: String { inDegrees(in: .english) }
}

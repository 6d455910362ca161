@testable import suntracker

extension String {
    /// The text as `Reports` writes it into pages and drawings.
    var escapedForPage: String { escapedForMarkup }
}

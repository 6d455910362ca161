@testable import Reports

extension String {
    /// As `Reports` writes it into pages and drawings.
    var escapedForPage: String { escapedForMarkup }
}

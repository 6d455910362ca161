import ArgumentParser

/// The words of an argument whose values may look like options: a southern latitude, an offset before an event.
///
/// ArgumentParser hands over all that it does not know, and the -- that ends the options with it.
struct LiteralWords {
    /// The words that are meant.
    let words: [String]
    /// What stands before a --, and may be an option that is misspelt.
    private let undelimited: ArraySlice<String>

    /// What ArgumentParser has handed over.
    init(_ parsed: [String]) {
        let end = parsed.firstIndex(of: "--") ?? parsed.endIndex
        undelimited = parsed[..<end]
        words = Array(undelimited + parsed[end...].dropFirst())
    }

    /// Refuses a word that is meant to be an option, for an argument whose values never begin with two hyphens.
    func refuseOptions() throws {
        if let option = undelimited.first(where: { $0.hasPrefix("--") }) {
            throw ValidationError("Unknown option '\(option)'")
        }
    }
}

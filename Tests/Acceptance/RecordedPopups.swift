import Foundation

extension Findings {
    /// A popup that testbed-recorder was asked to show.
    struct RecordedPopup: Decodable, Equatable {
        /// When it was asked for, in seconds since 1970, by the clock as it was then.
        let time: String
        /// The server's number, which a popup that takes the place of another one shares with it.
        let number: String
        let summary: String
        let body: String
        /// The number of the popup that it asks to take the place of, "0" for none.
        let replaces: String
        /// The hint by which it takes the place of the last one of the same tag, "" for none.
        let tag: String
        /// The keys of its actions, with spaces between.
        let actions: String
    }

    /// Popups, the first one first (an object a line).
    func recordedPopups(_ name: String) throws -> [RecordedPopup] {
        try text(name + ".popups.json").split(separator: "\n").map { line in
            try JSONDecoder().decode(RecordedPopup.self, from: Data(line.utf8))
        }
    }
}

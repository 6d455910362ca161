import Foundation

extension Findings {
    /// A popup that testbed-recorder was asked to show.
    struct RecordedPopup: Decodable, Equatable {
        /// The time of the request, in seconds since 1970, by the clock at that time.
        let time: String
        /// The server's number; a popup that replaces another one keeps its number.
        let number: String
        /// Its own, by name or by file; "" for none.
        let icon: String
        let summary: String
        let body: String
        /// The number of the popup that it asks to replace; "0" for none.
        let replaces: String
        /// The hint by which it replaces the last popup with the same tag; "" for none.
        let tag: String
        /// The keys of its actions, separated by spaces.
        let actions: String
        /// What they are called.
        let labels: String
        /// The hint `urgency`: "0" low, "1" normal, "2" critical.
        let urgency: String
        /// The hint about its sound: `sound-name=bell`, `sound-file=/a.oga`, `suppress-sound=True`; "" for none.
        let sound: String
    }

    /// Popups, the first one first.
    func recordedPopups(_ name: String) throws -> [RecordedPopup] { try values(name + ".popups.json") }
}

// SPDX-License-Identifier: MIT
import Foundation

extension Results {
    /// A popup that a program requested from testbed-recorder.
    struct RecordedPopup: Decodable, Equatable {
        /// The time of the request, in seconds since 1970, according to the clock at that time.
        let time: String
        /// The server's number; a popup that replaces another one keeps its number.
        let number: String
        /// The popup's own icon, as a name or file; "" for none.
        let icon: String
        let summary: String
        let body: String
        /// The number of the popup to replace; "0" for none.
        let replaces: String
        /// The tag; a popup replaces the last popup with the same tag. "" for none.
        let tag: String
        /// The keys of the actions, separated by spaces.
        let actions: String
        /// The labels of the actions.
        let labels: String
        /// The hint `urgency`: "0" low, "1" normal, "2" critical.
        let urgency: String
        /// The hint about the sound: `sound-name=bell`, `sound-file=/a.oga`, `suppress-sound=True`; "" for none.
        let sound: String
    }

    /// Popups, the first one first.
    func recordedPopups(_ name: String) throws -> [RecordedPopup] { try values(name + ".popups.json") }
}

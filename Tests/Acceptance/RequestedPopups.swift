import Foundation

extension Findings {
    /// A request for a popup, as sent over the bus ("Notify").
    struct RequestedPopup: Decodable {
        let icon: String
        let summary: String
        /// The body, with `<`, `>` and `&` escaped for markup.
        let body: String
        /// The hint `urgency`: 0 low, 1 normal, 2 critical.
        let urgency: Int?
        /// The hint `sound-name`.
        let sound: String?
        /// The hint `suppress-sound`.
        let isSilent: Bool
        /// The hint by which the popup replaces an earlier one.
        let tag: String?

        private struct Call: Decodable {
            let payload: Payload
        }

        private struct Payload: Decodable {
            let data: RequestedPopup
        }

        private struct Hints: Decodable {
            let urgency: Hint<Int>?
            let sound: Hint<String>?
            let silence: Hint<Bool>?
            let tag: Hint<String>?

            enum CodingKeys: String, CodingKey {
                case urgency
                case sound = "sound-name"
                case silence = "suppress-sound"
                case tag = "x-canonical-private-synchronous"
            }
        }

        private struct Hint<Value: Decodable>: Decodable {
            let data: Value
        }

        /// The arguments, in order: application, replaced popup, icon, summary, body, actions, hints.
        init(from decoder: any Decoder) throws {
            var arguments = try decoder.unkeyedContainer()
            _ = try arguments.decode(String.self)
            _ = try arguments.decode(Int.self)
            icon = try arguments.decode(String.self)
            summary = try arguments.decode(String.self)
            body = try arguments.decode(String.self)
            _ = try arguments.decode([String].self)
            let hints = try arguments.decode(Hints.self)
            urgency = hints.urgency?.data
            sound = hints.sound?.data
            isSilent = hints.silence?.data ?? false
            tag = hints.tag?.data
        }

        fileprivate static func call(_ line: Substring) throws -> RequestedPopup {
            try JSONDecoder().decode(Call.self, from: Data(line.utf8)).payload.data
        }
    }

    /// All requests for popups, the first one first ("busctl monitor --json", one object per line).
    func requestedPopups(_ name: String) throws -> [RequestedPopup] {
        try text(name + ".json").split(separator: "\n").map(RequestedPopup.call)
    }
}

import Foundation
import Testing

/// The results that a scenario has saved.
struct Findings {
    let directory: URL

    /// A journal entry: its fields by name.
    typealias Entry = [String: String]

    /// A popup in the notification server's history.
    struct Notification: Equatable {
        let application: String
        let summary: String
        let body: String
    }

    /// The value of a fact. Throws if the scenario has not saved it.
    func fact(_ name: String) throws -> String {
        let lines = try text("facts").split(separator: "\n")
        let value = lines.last { $0.hasPrefix(name + "=") }?.dropFirst(name.count + 1)
        return String(try #require(value, "the scenario has saved no fact \(name)"))
    }

    /// The text of a file that the scenario has saved.
    func text(_ name: String) throws -> String {
        try String(contentsOf: directory.appending(path: name), encoding: .utf8)
    }

    /// Journal entries, oldest first ("journalctl -o json", one object per line).
    func entries(_ name: String = "entries") throws -> [Entry] {
        try text(name + ".json").split(separator: "\n").map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return try #require(object).compactMapValues { $0 as? String }
        }
    }

    /// Popups, the last one first (dunst's NotificationListHistory, printed by busctl).
    func notifications(_ name: String = "notifications") throws -> [Notification] {
        let reply = try JSONDecoder().decode(HistoryReply.self, from: Data(text(name + ".json").utf8))
        return try #require(reply.data.first).map { fields in
            func string(_ field: String) throws -> String {
                guard case .string(let value) = fields[field]?.data else {
                    throw HistoryReply.FieldMissing(name: field)
                }
                return value
            }
            return Notification(
                application: try string("appname"), summary: try string("summary"), body: try string("body"))
        }
    }
}

private struct HistoryReply: Decodable {
    let data: [[[String: Field]]]

    struct Field: Decodable {
        let data: Value
    }

    enum Value: Decodable {
        case string(String)
        case number(Double)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self = .string(text)
            } else {
                self = .number(try container.decode(Double.self))
            }
        }
    }

    struct FieldMissing: Error {
        let name: String
    }
}

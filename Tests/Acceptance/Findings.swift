import Foundation
import Testing

/// What a scenario saw.
struct Findings {
    let directory: URL

    /// An entry of the journal, by its fields.
    typealias Entry = [String: String]

    /// A popup as the notification server remembers it.
    struct Notification: Equatable {
        let application: String
        let summary: String
        let body: String
    }

    /// The value of the fact, which the scenario must have noted.
    func fact(_ name: String) throws -> String {
        let lines = try text("facts").split(separator: "\n")
        let value = lines.last { $0.hasPrefix(name + "=") }?.dropFirst(name.count + 1)
        return String(try #require(value, "the scenario notes no \(name)"))
    }

    /// The text of a file that the scenario left.
    func text(_ name: String) throws -> String {
        try String(contentsOf: directory.appending(path: name), encoding: .utf8)
    }

    /// Entries of the journal, oldest first ("journalctl -o json", an object a line).
    func entries(_ name: String = "entries") throws -> [Entry] {
        try text(name + ".json").split(separator: "\n").map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return try #require(object).compactMapValues { $0 as? String }
        }
    }

    /// Popups, the last one first (dunst's NotificationListHistory as busctl writes it).
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

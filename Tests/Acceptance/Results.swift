// SPDX-License-Identifier: MIT
import Foundation
import Testing

/// The results that a scenario saved.
struct Results {
    let directory: URL

    /// A journal entry: its fields by name.
    typealias Entry = [String: String]

    /// A popup in the notification server's history.
    struct Notification: Equatable {
        let application: String
        let summary: String
        let body: String
    }

    /// The value of a fact. Throws an error if the scenario did not save it.
    func fact(_ name: String) throws -> String {
        let lines = try text("facts").split(separator: "\n")
        let value = lines.last { $0.hasPrefix(name + "=") }?.dropFirst(name.count + 1)
        return String(try #require(value, "the scenario has saved no fact \(name)"))
    }

    /// The text of a file that the scenario saved.
    func text(_ name: String) throws -> String {
        try String(contentsOf: directory.appending(path: name), encoding: .utf8)
    }

    /// The number in a fact.
    func number(_ name: String) throws -> Double { try #require(Double(fact(name)), "\(name) is a number") }

    /// The lines of a file that are not empty.
    func lines(_ name: String) throws -> [Substring] { try text(name).split(separator: "\n") }

    /// The JSON objects in a file, one per line.
    func objects(_ name: String) throws -> [[String: Any]] {
        try lines(name).map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    /// The JSON object in a file.
    func object(_ name: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text(name).utf8)) as? [String: Any])
    }

    /// The output of status (--format json).
    func status(_ name: String) throws -> Status {
        try JSONDecoder().decode(Status.self, from: Data(text(name).utf8))
    }

    struct Status: Decodable {
        let running: Bool
        let problems: [Problem]

        struct Problem: Decodable {
            let check: String
            let problem: String
            let remedy: String
            let command: String?
        }
    }

    /// The JSON values in a file, one per line.
    func values<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> [Value] {
        try lines(name).map { try JSONDecoder().decode(type, from: Data($0.utf8)) }
    }

    /// Journal entries, oldest first ("journalctl -o json").
    func entries(_ name: String = "entries") throws -> [Entry] {
        try objects(name + ".json").map { object in object.compactMapValues { $0 as? String } }
    }

    /// The journal entries that announce an event.
    func announcements(_ name: String = "entries") throws -> [Entry] {
        try entries(name).filter { $0["MESSAGE_ID"] == "106b6f75c64645c29e51d4e68eb41f8f" }
    }

    /// The values of the facts.
    func facts(_ names: String...) throws -> [String] { try names.map(fact) }

    /// Popups, the last one first (dunst's NotificationListHistory, as busctl prints it).
    func notifications(_ name: String = "notifications") throws -> [Notification] {
        let history = try #require(try object(name + ".json")["data"] as? [[[String: [String: Any]]]])
        return try #require(history.first).map { fields in
            func string(_ field: String) throws -> String { try #require(fields[field]?["data"] as? String) }
            return Notification(
                application: try string("appname"), summary: try string("summary"), body: try string("body"))
        }
    }
}

extension Results.Entry {
    /// The time in this field, in seconds since 1970. The field may contain an event's time or a time stamp of the
    /// journal.
    func moment(_ field: String) throws -> Double {
        let text = try #require(self[field], "there is no \(field)")
        if let microseconds = Double(text) { return microseconds / 1e6 }
        return try Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text).timeIntervalSince1970
    }

    /// How late an announcement is, in seconds.
    var lateness: Double? { self["SUNTRACKER_LATENESS_USEC"].flatMap(Double.init).map { $0 / 1e6 } }
}

// SPDX-License-Identifier: MIT

/// The text of `Title=` or `Body=`, with placeholders: `{event} at {time}`.
package struct MessageTemplate: Hashable, Sendable {
    /// A placeholder, which is replaced when the alert is announced.
    package enum Placeholder: String, Hashable, Sendable, CaseIterable {
        case alert
        /// The event: `sunset`.
        case event
        /// How long before or after the event the alert is due: `30 min before`, `1 h after`, `at`.
        case offset
        /// When the alert is due, with the event: `30 min before sunset`, `at sunset`.
        case when
        /// The time of day of the event: `16:40`.
        case time
        /// The date of the event: `21 November`.
        case date
        /// The day of the week of the event: `Saturday`.
        case weekday
        /// The name of the place, or its coordinates if it has no name.
        case place
        /// The daylight on the day of the event: `9 h 49 min`.
        case daylight
        /// The difference from the day before: `1 min 42 s less than yesterday`.
        case change
        /// The next sunrise or sunset after the event: `sunrise at 06:52`, `sunrise on 15 January`.
        case next
    }

    private let parts: [TemplatePart<Placeholder>]

    /// Parses a template. `{{` stands for a literal brace.
    package init(_ text: String) throws(InvalidTemplate) {
        parts = try TemplatePart.parts(of: text)
    }

    /// The text with its placeholders replaced.
    package func filled(in value: (Placeholder) -> String) -> String { parts.filled(in: value) }
}

/// Why a text is not a template.
package enum InvalidTemplate: Error, Hashable, Sendable {
    case unclosedBrace
    /// There is no placeholder with this name.
    case unknown(String)

    package var problem: String {
        switch self {
        case .unclosedBrace: "unclosed brace"
        case .unknown(let name): "unknown placeholder {\(name)}"
        }
    }

    /// What to do about it.
    ///
    /// - Parameter page: the manual page that lists the placeholders.
    package func remedy(page: String) -> String {
        switch self {
        case .unclosedBrace: "write {{ for a brace"
        case .unknown: "see \(page) for the placeholders"
        }
    }
}

package struct InvalidText: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

package enum TemplatePart<Placeholder: RawRepresentable & CaseIterable & Hashable & Sendable>: Hashable, Sendable
where Placeholder.RawValue == String {
    case text(String)
    case placeholder(Placeholder)

    /// The parts of a template. `{{` stands for a literal brace.
    package static func parts(of text: String) throws(InvalidTemplate) -> [TemplatePart] {
        var parts: [TemplatePart] = []
        var literal = ""
        var rest = text[...]
        while let brace = rest.firstIndex(of: "{") {
            literal += rest[..<brace]
            rest = rest[rest.index(after: brace)...]
            if rest.first == "{" {
                literal.append(rest.removeFirst())
                continue
            }
            guard let end = rest.firstIndex(of: "}") else {
                throw .unclosedBrace
            }
            guard let placeholder = Placeholder(rawValue: String(rest[..<end])) else {
                throw .unknown(String(rest[..<end]))
            }
            if !literal.isEmpty { parts.append(.text(literal)) }
            literal = ""
            parts.append(.placeholder(placeholder))
            rest = rest[rest.index(after: end)...]
        }
        literal += rest
        if !literal.isEmpty { parts.append(.text(literal)) }
        return parts
    }
}

extension Array {
    /// The text with its placeholders replaced.
    package func filled<Placeholder>(in value: (Placeholder) -> String) -> String
    where Element == TemplatePart<Placeholder> {
        map { part in
            switch part {
            case .text(let text): text
            case .placeholder(let placeholder): value(placeholder)
            }
        }.joined()
    }
}

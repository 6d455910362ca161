// SPDX-License-Identifier: MIT
import Foundation
import Wording

/// A catalog of the project, read from its source in `etc/po`.
package struct ProjectCatalog: Translations {
    private var texts: [String: [String]] = [:]

    /// The languages of the project.
    package static func languages() throws -> [String] {
        let list = try Checkout.text(of: "etc/po/LINGUAS")
        return list.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
    }

    package init(_ language: String) throws {
        let text = try Checkout.text(of: "etc/po/\(language).po")
        var (context, identifier, forms, last) = ("", "", [String](), "")
        for line in (text + "\n").components(separatedBy: "\n") {
            guard let start = line.firstIndex(of: "\""), !line.hasPrefix("#") else {
                if !forms.isEmpty { texts[context + identifier] = forms }
                (context, identifier, forms) = ("", "", [])
                continue
            }
            let keyword = line[..<start].filter { $0 != " " }
            let value = Self.unescaped(line[line.index(after: start)...].dropLast())
            if !keyword.isEmpty { last = keyword }
            switch last {
            case "msgctxt": context = value + "\u{4}"
            case "msgid": identifier += value
            case "msgid_plural": break
            default:
                if !keyword.isEmpty { forms.append("") }
                forms[forms.count - 1] += value
            }
        }
        guard texts.count > 300 else { throw CocoaError(.fileReadCorruptFile) }
    }

    package func translation(of text: String, inContext context: String?) -> String? {
        texts[(context.map { $0 + "\u{4}" } ?? "") + text]?.first
    }

    package func translation(of one: String, other: String, count: Int) -> String? {
        guard let forms = texts[one] else { return nil }
        switch forms.count {
        case 1: return forms[0]
        case 3:
            let (unit, rest) = (count % 10, count % 100)
            return forms[unit == 1 && rest != 11 ? 0 : (2...4).contains(unit) && !(12...14).contains(rest) ? 1 : 2]
        case 6:
            let rest = count % 100
            return forms[count < 3 ? count : (3...10).contains(rest) ? 3 : rest >= 11 ? 4 : 5]
        default: return count == 1 ? forms[0] : forms[forms.count - 1]
        }
    }

    private static func unescaped(_ text: Substring) -> String {
        String(text).replacing("\\n", with: "\n").replacing("\\\"", with: "\"").replacing("\\\\", with: "\\")
    }
}

// SPDX-License-Identifier: MIT
import Dispatch
import Glibc
package import Wording

struct CatalogError: Error {
    let description: String

    static let late = CatalogError(
        description: "The disk with the translations is not responding, so messages are in English")
}

extension Localizer {
    /// The messages in the language of this process. The locale must already be set with `setlocale`.
    ///
    /// - Parameters:
    ///   - program: the path of the program, whose `../share` contains the catalogs; nil if it is unknown.
    ///   - report: called at most once, with the reason why the messages are in English although there is a catalog.
    package static func ofProcess(environment: Environment, program: String?, report: (String) -> Void) -> Localizer {
        let names = catalogNames(of: environment)
        // Most people read English, and need no thread.
        guard !names.isEmpty else { return .english }
        do throws(CatalogError) {
            return try readInTime { () throws(CatalogError) in
                let folder = catalogFolder(environment: environment, program: program)
                return try firstCatalog(of: names.map { "\(folder)/\($0)/LC_MESSAGES/suntracker.mo" })
            }
        } catch {
            report(error.description)
            return .english
        }
    }

    /// Returns the tag of the language of this process, whether or not there is a catalog for it.
    package static func languageOfProcess(environment: Environment = .ofProcess) -> String {
        catalogNames(of: environment).first.map { String($0.prefix { !"_.@".contains($0) }) } ?? english.language
    }

    static func catalogNames(of environment: Environment) -> [String] {
        let locale = setlocale(LC_MESSAGES, nil).map { String(cString: $0) } ?? "C"
        return catalogNames(locale: locale, languages: environment["LANGUAGE"] ?? "")
    }

    /// Returns the names of the directories that may contain the catalog, in the order of gettext(3): `de_AT`, `de`.
    /// The list ends before English, which needs no catalog.
    static func catalogNames(locale: String, languages: String) -> [String] {
        func language(_ locale: Substring) -> Substring { locale.prefix { !"_.@".contains($0) } }
        guard !["C", "POSIX"].contains(language(locale[...])) else { return [] }
        return (languages.isEmpty ? locale : languages).split(separator: ":")
            .prefix { !["C", "POSIX", "en"].contains(language($0)) }.filter { !$0.contains("/") }
            .flatMap { name in
                let (territory, modifier) = (name.prefix { !".@".contains($0) }, name.drop { $0 != "@" })
                return [territory + modifier, language(name) + modifier, territory, language(name)]
            }
            .reduce(into: []) { names, name in if !names.contains(String(name)) { names.append(String(name)) } }
    }

    static func firstCatalog(of paths: [String]) throws(CatalogError) -> Localizer {
        try MessageCatalog.first(of: paths).map { Localizer($0) } ?? .english
    }

    static func catalogFolder(environment: Environment, program: String?) -> String {
        environment.dataFolder(of: program) + "/locale"
    }
}

extension MessageCatalog {
    /// Reads the first of these files that exists; nil if there is none.
    static func first(of paths: [String]) throws(CatalogError) -> MessageCatalog? {
        for path in paths {
            let bytes: [UInt8]?
            do { bytes = try readBytes(path, atMost: 1 << 22) } catch {
                throw CatalogError(description: "Cannot read \(path), so messages are in English: \(error)")
            }
            guard let bytes else { continue }
            if let catalog = MessageCatalog(bytes) { return catalog }
            throw CatalogError(description: "\(path) is damaged, so messages are in English; reinstall Suntracker")
        }
        return nil
    }
}

/// Reads on another thread, which is abandoned if the disk does not respond in time.
func readInTime<Value: Sendable>(
    within limit: DispatchTimeInterval = .seconds(2), _ read: @escaping @Sendable () throws(CatalogError) -> Value
) throws(CatalogError) -> Value {
    // This is read only after the other thread has signalled.
    nonisolated(unsafe) var result: Result<Value, CatalogError> = .failure(.late)
    let ended = DispatchSemaphore(value: 0)
    DispatchQueue(label: "texts").async { @Sendable in
        result = Result(catching: read)
        ended.signal()
    }
    guard ended.wait(timeout: .now() + limit) == .success else { throw .late }
    return try result.get()
}

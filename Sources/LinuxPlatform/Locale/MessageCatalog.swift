import CLinux
import Glibc
package import Tracker

/// The translations of a gettext catalog, read through libc.
///
/// libc chooses the language by the locale of the process and `LANGUAGE` (gettext(3)), and maps the file when a text is
/// first asked for.
package struct MessageCatalog: Translations {
    /// The name of the program's catalogs: `de/LC_MESSAGES/suntracker.mo`.
    package static let program = "suntracker"

    private let domain: String

    /// The catalogs of that name in a folder such as `/usr/share/locale`; nil if libc cannot use it.
    package init?(folder: String, domain: String = MessageCatalog.program) {
        guard bindtextdomain(domain, folder) != nil, bind_textdomain_codeset(domain, "UTF-8") != nil else {
            return nil
        }
        self.domain = domain
    }

    package func translation(of text: String, inContext context: String?) -> String? {
        // As gettext's pgettext does it.
        let key = context.map { "\($0)\u{4}\(text)" } ?? text
        return key.withCString { key in
            // Without a translation libc returns its argument.
            let found = dcgettext(domain, key, LC_MESSAGES)
            return found == UnsafeMutablePointer(mutating: key) ? nil : found.flatMap { String(validatingCString: $0) }
        }
    }

    package func translation(of one: String, other: String, count: Int) -> String? {
        one.withCString { one in
            other.withCString { other in
                let found = dcngettext(domain, one, other, count.magnitude, LC_MESSAGES)
                return found == UnsafeMutablePointer(mutating: one) || found == UnsafeMutablePointer(mutating: other)
                    ? nil : found.flatMap { String(validatingCString: $0) }
            }
        }
    }
}

extension Words {
    /// The texts in the language of this process, which `setlocale` must have set before.
    ///
    /// - Parameter program: the path of the program, whose `../share` has the catalogs; nil if it is unknown.
    package static func ofProcess(environment: Environment, program: String?) -> Words {
        // In this locale libc has no translations, whatever `LANGUAGE` is.
        guard let locale = setlocale(LC_MESSAGES, nil), strcmp(locale, "C") != 0, strcmp(locale, "POSIX") != 0 else {
            return .english
        }
        return MessageCatalog(folder: catalogFolder(environment: environment, program: program)).map { Words($0) }
            ?? .english
    }

    /// The folder of the catalogs, in the data folder that has the other files of the program: beside it, or that of the
    /// user; otherwise the system's.
    static func catalogFolder(environment: Environment, program: String?) -> String {
        let beside = program.map { $0.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/share" }
        let share = [beside, environment.dataHome].lazy.compactMap { $0 }.first {
            access("\($0)/\(MessageCatalog.program)", F_OK) == 0
        }
        return (share ?? "/usr/share") + "/locale"
    }
}

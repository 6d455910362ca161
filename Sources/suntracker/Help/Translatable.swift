import ArgumentParser

/// Marks a text of the help, which is declared in English and translated when it is shown, as N_() does in C.
///
/// The text is one paragraph, a plain literal or several with + between them, so that etc/po/update finds it.
func translatable(_ text: String) -> String { text }

extension ArgumentHelp {
    /// The help of an argument or option, with its text marked in the same way.
    ///
    /// - Parameter valueName: the name of the value, without angle brackets; `HelpWording` has its translation.
    static func translatable(_ text: String, valueName: String? = nil) -> ArgumentHelp {
        ArgumentHelp(text, valueName: valueName)
    }
}

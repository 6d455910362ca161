import Glibc

/// The numbers of popups in a file of the state folder, so that the popup that is made again after a crash takes the place
/// of the first one.
///
/// It is written as soon as the server has answered. A process that dies between the answer and the write leaves no number:
/// then a server that knows no tags shows two.
struct PopupNumbersFile: Sendable {
    private let path: String
    /// No file that was written by `keep` is larger.
    private static let sizeLimit = 64 << 10

    /// The file in that folder.
    init(folder: String) { path = folder + "/popups" }

    /// The numbers; nil if there are none. And what is wrong with a file that cannot be used, which the next popup
    /// replaces.
    func load() -> (numbers: PopupNumbers?, trouble: String?) {
        do {
            return (try readText(path, atMost: Self.sizeLimit).map { try PopupNumbers(text: $0) }, nil)
        } catch {
            return (nil, trouble("\(error)"))
        }
    }

    private func trouble(_ reason: String) -> String {
        "The popups' numbers \(path) cannot be used: \(reason). A popup of an earlier run is not replaced by the next; "
            + "the file is"
    }

    /// Replaces the file. Where that fails only the next run is worse off, and the ledger's failure says why.
    func keep(_ numbers: PopupNumbers) { try? writeAtomically(numbers.text, to: path) }

    /// Forgets what an earlier run has kept.
    func remove() { unlink(path) }
}

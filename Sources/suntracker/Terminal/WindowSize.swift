import CLinux
import Glibc

/// The size of a terminal window in cells.
struct WindowSize: Hashable, Sendable {
    /// The columns, at least `narrowest`.
    let columns: Int
    /// The rows, at least 1.
    let rows: Int

    /// A size that every terminal has.
    static let usual = WindowSize(columns: 80, rows: 24)
    /// The number of columns for which texts are laid out if the window has fewer.
    static let narrowest = 40
}

extension WindowSize {
    /// Reads the size of the terminal of a descriptor; nil if it is not a terminal, or does not report its size.
    init?(of descriptor: Int32) {
        var size = winsize()
        guard suntracker_window_size(descriptor, &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        self.init(columns: max(Self.narrowest, Int(size.ws_col)), rows: Int(size.ws_row))
    }
}

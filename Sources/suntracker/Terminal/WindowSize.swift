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
    /// The columns for which texts are laid out in a window that has fewer.
    static let narrowest = 40
}

extension WindowSize {
    /// The window of the terminal of a descriptor; nil for no terminal, or one that does not report its size.
    init?(of descriptor: Int32) {
        var size = winsize()
        guard suntracker_window_size(descriptor, &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        self.init(columns: max(Self.narrowest, Int(size.ws_col)), rows: Int(size.ws_row))
    }
}

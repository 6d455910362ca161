// SPDX-License-Identifier: MIT
import Configuration

extension String {
    /// The text escaped for HTML, including attributes, and for the markup of tooltips.
    package var escapedForMarkup: String {
        replacing(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;"])
    }
}

// SPDX-License-Identifier: MIT
package import Solar

/// The instant of an RFC 3339 text.
package func at(_ text: String) -> Instant {
    guard let instant = Instant(rfc3339: text) else { preconditionFailure("\(text) is not a time") }
    return instant
}

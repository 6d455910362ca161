public import Solar

/// The instant of a text in RFC 3339, for the tables of tests.
public func at(_ text: String) -> Instant {
    guard let instant = Instant(rfc3339: text) else { preconditionFailure("\(text) is no time") }
    return instant
}

// SPDX-License-Identifier: MIT
import CLinux
import CSystemd
import Glibc

/// A failed call of the kernel or libsystemd.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The call: `sd_bus_open_user`.
    package let call: String
    package let number: Int32

    package init(_ call: String, number: Int32) {
        self.call = call
        self.number = number
    }

    package var description: String {
        "\(call): \(errorText(number))"
    }
}

/// Returns the text for an error number, always in English, like the journal: `No such file or directory`.
package func errorText(_ number: Int32) -> String {
    strerrordesc_np(number).map { String(cString: $0) } ?? "Unknown error \(number)"
}

/// Returns the result of a call that returns a negative error number on failure, like the calls of libsystemd; throws
/// the error.
@discardableResult
package func checked(_ call: String, _ result: Int32) throws(SystemError) -> Int32 {
    guard result >= 0 else { throw SystemError(call, number: -result) }
    return result
}

/// Throws the reason if this process cannot open this many more descriptors.
package func checkDescriptors(_ number: Int) throws(SystemError) {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    while opened.count < number {
        let descriptor = eventfd(0, Int32(EFD_CLOEXEC))
        guard descriptor >= 0 else { throw SystemError("eventfd", number: errno) }
        opened.append(descriptor)
    }
}

package func monotonicMicroseconds() -> Int64 { microseconds(of: CLOCK_MONOTONIC) }

/// CLOCK_BOOTTIME, which includes suspend, in microseconds.
package func bootTimeMicroseconds() -> Int64 { microseconds(of: CLOCK_BOOTTIME) }

private func microseconds(of clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
}

/// The kernel's boot ID, as 32 hexadecimal digits (sd_id128_get_boot(3)); nil if the kernel does not provide it.
package func bootIdentifier() -> String? {
    var id = sd_id128_t()
    guard sd_id128_get_boot(&id) >= 0 else { return nil }
    return withUnsafeBytes(of: &id) { bytes in
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

extension Duration {
    /// Whole microseconds, the unit of time in systemd. Solar has the same property, but this module does not depend on
    /// it.
    var microseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds.multipliedReportingOverflow(by: 1_000_000).partialValue &+ attoseconds / 1_000_000_000_000
    }
}

extension StringProtocol {
    /// The text with U+FFFD in place of characters that libsystemd and the managers do not accept in D-Bus messages and
    /// in sd_notify(3): a NUL would end the text, and a text with one of the 66 noncharacters is rejected as "not
    /// UTF-8".
    package var acceptableToSystemd: String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            text.append(scalar == "\0" || scalar.properties.isNoncharacterCodePoint ? "\u{FFFD}" : scalar)
        }
        return String(text)
    }
}

import CSystemd
import Glibc

/// CLOCK_MONOTONIC, in microseconds.
func monotonicMicroseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
}

/// CLOCK_BOOTTIME, which also runs while the machine sleeps, in microseconds.
public func bootTimeMicroseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
}

/// What tells this boot from others, as 32 hexadecimal digits (sd_id128_get_boot(3)); nil where the kernel does not say.
public func bootIdentifier() -> String? {
    var id = sd_id128_t()
    guard sd_id128_get_boot(&id) >= 0 else { return nil }
    return withUnsafeBytes(of: &id) { bytes in
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

extension Duration {
    /// Whole microseconds.
    var microseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds.multipliedReportingOverflow(by: 1_000_000).partialValue &+ attoseconds / 1_000_000_000_000
    }
}

// SPDX-License-Identifier: MIT
import Foundation

/// The number of a process's timers that report when the realtime clock is set (timerfd_create(2),
/// TFD_TIMER_CANCEL_ON_SET), and that an epoll waits for, according to its descriptors in proc(5).
package func numberOfClockMonitors(in process: Int32) throws -> Int {
    let folder = "/proc/\(process)/fdinfo"
    var descriptors: [String: [[Substring]]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
        // The descriptor may have been closed meanwhile.
        guard let text = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) else { continue }
        descriptors[name] = text.split(separator: "\n").map { $0.split(whereSeparator: \.isWhitespace) }
    }
    let polled = Set(descriptors.values.joined().filter { $0.first == "tfd:" && $0.count > 1 }.map { String($0[1]) })
    return descriptors.count { name, lines in
        polled.contains(name) && lines.contains(["clockid:", "0"]) && lines.contains(["settime", "flags:", "03"])
    }
}

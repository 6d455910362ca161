// SPDX-License-Identifier: MIT
import CSystemd
import Glibc
import Testing

@testable import Systemd

@Suite("An event loop") struct EventLoopTests {
    @Test("closes its descriptor after Dispatch has released it", .timeLimit(.minutes(20)))
    @MainActor
    func descriptor() async throws {
        await withCheckedContinuation { continuation in
            do {
                let loop = try EventLoop { continuation.resume() }
                let descriptor = sd_event_get_fd(loop.event)
                _ = consume loop
                // The loop is released. Dispatch cancels the source on another thread, and calls back on this thread.
                #expect(fcntl(descriptor, F_GETFD) >= 0)
            } catch {
                Issue.record(error)
                continuation.resume()
            }
        }
    }
}

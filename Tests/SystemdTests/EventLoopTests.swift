// SPDX-License-Identifier: MIT
import CSystemd
import Glibc
import Testing

@testable import Systemd

@Suite("An event loop") struct EventLoopTests {
    @Test("closes its descriptor after Dispatch has released it", .timeLimit(.minutes(20)))
    func descriptor() async {
        // Alone in a process, because another test could open a file with the same number.
        await #expect(processExitsWith: .success) {
            let descriptor = try await MainActor.run {
                let loop = try EventLoop()
                let descriptor = sd_event_get_fd(loop.event)
                _ = consume loop
                // The loop is released. Dispatch cancels the source on another thread, and calls back on this thread.
                #expect(fcntl(descriptor, F_GETFD) >= 0)
                return descriptor
            }
            while fcntl(descriptor, F_GETFD) >= 0 {
                await withCheckedContinuation { next in onNextTurn { next.resume() } }
            }
        }
    }
}

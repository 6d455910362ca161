import CSystemd
import Glibc
import Testing

@testable import Systemd

@Suite("An event loop") struct EventLoopTests {
    @Test("keeps its descriptor open until Dispatch has let go of it, and closes it then")
    @MainActor
    func descriptor() async throws {
        var descriptor: Int32 = -1
        await withCheckedContinuation { continuation in
            do {
                let loop = try EventLoop { continuation.resume() }
                descriptor = sd_event_get_fd(loop.event)
                _ = consume loop
                // The loop is gone. Dispatch, which lets go on another thread, calls back on this one.
                #expect(fcntl(descriptor, F_GETFD) >= 0)
            } catch {
                Issue.record(error)
                continuation.resume()
            }
        }
        #expect(fcntl(descriptor, F_GETFD) == -1 && errno == EBADF)
    }
}

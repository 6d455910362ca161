import Glibc
import TestSupport
import Testing

struct ScopeTests {
    /// .ci/run checks that this is the last line.
    @Test("A run of all suites ends with what it left out, and how to run it")
    func leftOut() {
        let registered = atexit {
            guard !Scope.isFull else { return }
            print(
                "Left out: long simulations, the release, desktops, machines, browsers and packages. To run them too:",
                "etc/setup --all-tests && SUNTRACKER_TESTS=all swift test")
        }
        #expect(registered == 0)
    }
}

// SPDX-License-Identifier: MIT
import Dispatch
import LinuxPlatform
import Solar
import TestSupport
import Testing
import Tracker

@MainActor
@Suite("The clocks") struct ClockTests {
    @Test("a timer fires at its time, and not early")
    func fires() async {
        let clock = DispatchWallClock()
        let instant = clock.now + .milliseconds(30)
        await withCheckedContinuation { continuation in
            clock.wait(until: instant) { continuation.resume() }
        }
        #expect(clock.now >= instant)
    }

    @Test("the boot has one identifier and one time")
    func boot() throws {
        let clock = DispatchWallClock()
        let first = try #require(clock.boot)
        let second = try #require(DispatchWallClock().boot)
        #expect(first.id == second.id)
        #expect(first.id.count == 32 && first.id.allSatisfy(\.isHexDigit))
        #expect(first.instant < clock.now)
        #expect((second.instant - first.instant) / .seconds(1) < 1)
    }

    @Test("a timer in the past fires immediately, even before 1970", arguments: [Instant.earliest, .unixEpoch])
    func past(instant: Instant) async {
        let (clock, limit) = (DispatchWallClock(), DispatchWallClock())
        let (fired, continuation) = AsyncStream.makeStream(of: String.self)
        limit.wait(until: clock.now + .seconds(30)) { continuation.yield("the time limit") }
        clock.wait(until: instant) { continuation.yield("the timer") }
        var iterator = fired.makeAsyncIterator()
        #expect(await iterator.next() == "the timer")
        withExtendedLifetime((clock, limit)) {}
    }

    @Test("a timer that is armed again fires once, at the new time")
    func rearmed() async {
        let clock = DispatchWallClock()
        let instant = clock.now + .milliseconds(40)
        await withCheckedContinuation { continuation in
            clock.wait(until: clock.now + .milliseconds(10)) { Issue.record("the earlier time still counted") }
            clock.wait(until: .latest) { Issue.record("the far time fired") }
            clock.wait(until: nil) { Issue.record("no time fired") }
            clock.wait(until: instant) { continuation.resume() }
        }
        #expect(clock.now >= instant)
    }

    @Test("a jumping clock stands still until it jumps to its last timer, which may be past, or to its end")
    func jumping() {
        let (start, end) = (at("2026-03-19T00:00:00Z"), at("2026-03-20T00:00:00Z"))
        let clock = JumpingClock(start: start, end: end)
        var fired: [Instant] = []
        func arm(_ instant: Instant?) { clock.wait(until: instant) { fired.append(clock.now) } }
        let noon = start + .seconds(43_200)
        for instant in [end, nil, noon] { arm(instant) }
        #expect(clock.now == start && clock.untilJump == .seconds(43_200))
        #expect(clock.jump() && clock.now == noon && clock.untilJump == .seconds(43_200))
        arm(start)
        #expect(clock.jump() && clock.now == noon)
        arm(end)
        #expect(!clock.jump() && clock.now == end)
        #expect(fired == [noon, noon], "a timer at the end does not fire")
    }
}

// SPDX-License-Identifier: MIT
package import Configuration
package import Solar
package import Tracker

/// The passage of time on a simulated machine.
extension SimulatedMachine {
    /// Advances the time, and fires the timer when it is due.
    package func advance(to end: Instant) {
        while true {
            let (answer, report) = (nextTimeout ?? Instant.latest, nextHookReport ?? Instant.latest)
            let write = writer.next ?? Instant.latest
            if clock.pass(until: min(end, answer, report, write)) {
                wakeups += 1
                record(.fired)
                self.report(.timerFired, timerHandler)
            } else if nextTimeout != nil, answer <= min(end, report, write) {
                timeOutFirst()
            } else if nextHookReport != nil, report <= min(end, write) {
                reportFirstHook()
            } else if writer.next != nil, write <= end {
                handleDisk()
            } else {
                break
            }
        }
        // A service that waits for the disk has not handled everything up to now.
        if !writer.isAwaited { record(isRunning ? .awake : .jumped) }
    }

    /// Advances the time, and fires the timer when it is due.
    package func advance(by duration: Duration) { advance(to: clock.now + duration) }

    /// Sets the clock forward or back. The timer follows the clock; the time limits of libnotify, of the hooks' runner
    /// and of the disk do not.
    package func setClock(to instant: Instant) {
        booted = booted + (instant - clock.now)
        jump(to: instant) {}
    }

    /// Suspends the machine for a time, and resumes it.
    package func sleep(for duration: Duration) { sleep(for: duration) {} }

    /// - Parameter first: delivers an input to the service before the clock changes.
    package func sleep(for duration: Duration, first: () -> Void) {
        jump(to: clock.now + duration, first: first)
    }

    /// Kills the service, and boots with the clock at this time.
    package func reboot(at instant: Instant) {
        kill()
        bootCount += 1
        targets.reboot()
        booted = instant
        clock.set(to: instant)
        record(.jumped)
    }

    private func jump(to instant: Instant, first: () -> Void) {
        let step = instant - clock.now
        for index in queue.indices { queue[index].timeout = queue[index].timeout + step }
        for index in hookReports.indices { hookReports[index].due = hookReports[index].due + step }
        writer.answer = writer.answer.map { $0 + step }
        writer.timeout = writer.timeout.map { $0 + step }
        clock.set(to: instant)
        record(.jumped)
        first()
        deliver(.clockStepped)
        advance(to: instant)
    }

    /// Changes the time zone.
    package func changeZone(to zone: any LocalTime, mainCity: Place? = nil) {
        localTime = zone
        locations.timeZonePlace = mainCity
        deliver(.timeZoneChanged(zone, mainCity: mainCity))
    }
}

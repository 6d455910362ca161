public import Solar
public import Tracker

/// How time passes on a simulated machine.
extension SimulatedMachine {
    /// Lets time pass, with the timer firing on its way.
    public func advance(to end: Instant) {
        while true {
            let (answer, report) = (nextTimeout ?? Instant.latest, nextHookReport ?? Instant.latest)
            if clock.pass(until: min(end, answer, report)) {
                wakeups += 1
                record(.fired)
                self.report(.timerFired, timerHandler)
            } else if nextTimeout != nil, answer <= min(end, report) {
                timeOutFirst()
            } else if nextHookReport != nil, report <= end {
                reportFirstHook()
            } else {
                break
            }
        }
        record(isRunning ? .awake : .jumped)
    }

    /// Lets time pass, with the timer firing on its way.
    public func advance(by duration: Duration) { advance(to: clock.now + duration) }

    /// Sets the clock, forward or back. The timer goes on as it would, and so do the stopwatches of libnotify and of who
    /// starts the hooks.
    public func setClock(to instant: Instant) {
        booted = booted + (instant - clock.now)
        jump(to: instant) {}
    }

    /// Sleeps for that time, and resumes.
    public func sleep(for duration: Duration) { sleep(for: duration) {} }

    /// - Parameter first: has the service learn of something before it learns of the clock.
    func sleep(for duration: Duration, first: () -> Void) {
        jump(to: clock.now + duration, first: first)
    }

    /// Ends the service without a warning, and boots when the clock shows that instant.
    public func reboot(at instant: Instant) {
        kill()
        bootCount += 1
        booted = instant
        clock.set(to: instant)
        record(.jumped)
    }

    private func jump(to instant: Instant, first: () -> Void) {
        let step = instant - clock.now
        for index in queue.indices { queue[index].timeout = queue[index].timeout + step }
        for index in hookReports.indices { hookReports[index].due = hookReports[index].due + step }
        clock.set(to: instant)
        record(.jumped)
        first()
        deliver(.clockStepped)
        advance(to: instant)
    }

    /// Moves to another time zone.
    public func changeZone(to zone: any LocalTime, principalPlace: Place? = nil) {
        localTime = zone
        locations.timeZonePlace = principalPlace
        deliver(.timeZoneChanged(zone, principalPlace: principalPlace))
    }
}

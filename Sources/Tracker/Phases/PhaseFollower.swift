import Solar

/// What the tracker knows about phases and the calls of their hooks.
struct PhaseFollower: Sendable {
    /// The user's login; nil if it is not known.
    let login: Login?
    /// The course at the place in force; nil until a phase is asked for.
    var course: PhaseCourse?
    /// Whether hooks were called in this login, by this run of the service or by an earlier one.
    var isCalledInLogin: Bool
    /// The call of an earlier run that was interrupted, until hooks are called again.
    var interrupted: PhaseRecord?
    /// The call whose hooks are being started.
    var pending: PhaseCall?
    /// Whether the call was begun by the last input. Its journal entry is written by the time the next input arrives.
    var isBegun = false
    /// The boot and the time asleep at the last input.
    private var boot: Boot?
    private var asleep: Duration?

    /// - Parameter record: the last call of an earlier run.
    init(in login: Login?, after record: PhaseRecord?) {
        self.login = login
        isCalledInLogin = login != nil && record?.login == login
        interrupted = record?.step == .called ? nil : record
    }

    /// The two clocks are read one after the other, which takes some time.
    private static let readingError = Duration.seconds(1)

    /// What made time pass since the last input: a sleep, a step of the clock, or else time itself.
    mutating func cause(of input: Input, _ boot: Boot?, _ asleep: Duration) -> PhaseReason {
        defer { (self.boot, self.asleep) = (boot ?? self.boot, asleep) }
        if case .started = input { return .start }
        // A sleep with a step in it is a sleep.
        if let before = self.asleep, asleep - before >= Self.readingError { return .resume }
        if let before = self.boot, let boot, before.id == boot.id {
            return abs(boot.instant - before.instant) >= Self.readingError ? .clock : .boundary
        }
        if case .clockStepped = input { return .clock }
        return .boundary
    }
}

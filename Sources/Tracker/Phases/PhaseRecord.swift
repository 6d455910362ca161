public import Solar

/// A login of the user, as long as which hooks of phases keep their effect.
public struct Login: Hashable, Sendable {
    /// Identifies the login. It has neither spaces nor control characters.
    public let id: String

    /// The login with that identifier; nil if it is empty or has characters that the ledger cannot hold.
    public init?(id: String) {
        let isPlain = id.utf8.allSatisfy { (0x21...0x7e).contains($0) }
        guard isPlain, !id.isEmpty else { return nil }
        self.id = id
    }
}

/// What the ledger remembers of the last call of a phase's hooks.
public struct PhaseRecord: Hashable, Sendable {
    /// The progress of the call.
    public enum Step: String, Hashable, Sendable, CaseIterable {
        /// Begun: the journal entry and the hooks are each done or not.
        case begun
        /// The journal entry is written. The hooks are pending.
        case calling
        /// The hooks are started, or there are none.
        case called
    }

    /// The phase last called for.
    public var phase: Phase
    /// How far the call has come.
    public var step: Step
    /// When the call was made, by the clock at that time.
    public var made: Instant
    /// The login in which it was made; nil if it is not known.
    public var login: Login?

    /// The record of a call.
    public init(_ phase: Phase, _ step: Step, made: Instant, login: Login?) {
        self.phase = phase
        self.step = step
        self.made = made
        self.login = login
    }
}

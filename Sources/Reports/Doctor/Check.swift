/// One part that the service needs, and what is found of it.
package struct Check: Hashable, Sendable {
    /// What is made of it.
    package enum Verdict: Hashable, Sendable {
        /// It does its work.
        case sound
        /// It does not, and this mends it.
        case broken(remedy: String)
        /// It is not needed, or cannot be looked at because of another part.
        case notApplicable
    }

    /// The part.
    package let subject: String
    /// What is made of it.
    package let verdict: Verdict
    /// What was found, in a phrase.
    package let finding: String

    private init(_ subject: String, _ verdict: Verdict, _ finding: String) {
        self.subject = subject
        self.verdict = verdict
        self.finding = finding
    }

    static func sound(_ subject: String, _ finding: String) -> Check { Check(subject, .sound, finding) }

    static func broken(_ subject: String, _ finding: String, remedy: String) -> Check {
        Check(subject, .broken(remedy: remedy), finding)
    }

    static func notApplicable(_ subject: String, _ finding: String) -> Check { Check(subject, .notApplicable, finding) }
}

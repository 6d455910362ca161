import LinuxPlatform
import Reports

/// The period of the chart that somebody looked at last.
struct ChartMemory {
    private let file: StateFile

    init(environment: Environment) {
        file = StateFile("chart-period", environment: environment)
    }

    /// The period; nil if there is none, or it cannot be made out.
    var period: ChartPeriod? {
        file.read().flatMap { ChartPeriod(rawValue: $0.filter { !$0.isWhitespace }) }
    }

    /// Keeps the period for the next time. Where that cannot be, the next time begins with a year.
    func remember(_ period: ChartPeriod) {
        guard period != self.period else { return }
        try? file.write(period.rawValue + "\n")
    }
}

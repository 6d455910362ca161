extension DaylightChart {
    /// x
    public var svg: String { "" }
    /// x
    public func page(showing period: ChartPeriod) -> String { "" }
}

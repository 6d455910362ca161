extension Double {
    /// The number to so many decimals at most (0 to 9), without zeros at the end: `-104.9903`, `39.74`, `0`. It must be
    /// less than a milliard.
    public func decimalText(places: Int) -> String {
        let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
        let scaled = Int((self * Double(scale)).rounded())
        let (whole, part) = Int(scaled.magnitude).quotientAndRemainder(dividingBy: scale)
        var decimals = String(part + scale).dropFirst()
        while decimals.last == "0" { decimals.removeLast() }
        return (scaled < 0 ? "-" : "") + String(whole) + (decimals.isEmpty ? "" : "." + decimals)
    }
}

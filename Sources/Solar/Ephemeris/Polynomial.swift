import Glibc

/// A polynomial of the tenth degree on -1 to +1, through values at the eleven Chebyshev nodes.
struct Polynomial {
    typealias Values = InlineArray<11, Double>

    /// The zeros of the eleventh Chebyshev polynomial.
    static let nodes = Values { cos((Double($0) + 0.5) * .pi / 11) }

    private var coefficients = Values(repeating: 0)

    /// Source: Newton's divided differences (Press et al., Numerical Recipes, section 3.5), multiplied out into powers.
    init(atNodes values: Values) {
        let nodes = Self.nodes
        var differences = values
        for order in 1..<differences.count {
            for index in (order..<differences.count).reversed() {
                differences[index] =
                    (differences[index] - differences[index - 1]) / (nodes[index] - nodes[index - order])
            }
        }
        for index in differences.indices.reversed() {
            for power in (1..<coefficients.count).reversed() {
                coefficients[power] = coefficients[power - 1] - nodes[index] * coefficients[power]
            }
            coefficients[0] = differences[index] - nodes[index] * coefficients[0]
        }
    }

    /// The value and the slope at x.
    func callAsFunction(_ x: Double) -> (value: Double, slope: Double) {
        var value = coefficients[coefficients.count - 1]
        var slope = 0.0
        // Everything that is computed comes through here. Going through a collection in reverse takes several times as long
        // where nothing is optimised, as in the tests.
        var power = coefficients.count - 1
        while power > 0 {
            power -= 1
            slope = slope * x + value
            value = value * x + coefficients[power]
        }
        return (value, slope)
    }
}

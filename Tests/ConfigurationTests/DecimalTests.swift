// SPDX-License-Identifier: MIT
import Configuration
import Testing

@Suite("A decimal") struct DecimalFormattingTests {
    @Test(
        "is rounded, without trailing zeros",
        arguments: [
            (39.74, 7, "39.74"), (-104.9903, 7, "-104.9903"), (0, 7, "0"), (-0.00000001, 7, "0"), (-0.5, 1, "-0.5"),
            (1e-7, 7, "0.0000001"), (179.99999999, 7, "180"), (2.345, 0, "2"), (-2.5, 0, "-3"), (10, 2, "10"),
            (0.05, 4, "0.05"),
        ] as [(Double, Int, String)])
    func text(number: Double, places: Int, text: String) {
        #expect(number.decimalText(places: places) == text)
    }
}

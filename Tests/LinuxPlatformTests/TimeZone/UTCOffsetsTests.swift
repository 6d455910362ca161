// SPDX-License-Identifier: MIT
import Solar
import Testing

@testable import LinuxPlatform

@Suite("The dates of a zone, from its offsets alone")
struct UTCOffsetsTests {
    /// A zone that starts with one offset and changes it at these seconds.
    private func zone(_ first: Int, _ changes: (second: Int, offset: Int)...) -> UTCOffsets {
        UTCOffsets { second in changes.last { $0.second <= second }?.offset ?? first }
    }

    @Test("A change is found to the second")
    func boundary() {
        let zone = zone(0, (1_000_000, 3600))
        let change = UTCOffsets.Change(second: 1_000_000, before: 0, after: 3600)
        #expect(zone.firstChange(in: 0..<2_000_000) == change)
        #expect(zone.firstChange(in: 999_999..<1_000_001) == change)
        #expect(zone.firstChange(in: 999_999..<1_000_000) == nil)
        #expect(zone.firstChange(in: 1_000_000..<2_000_000) == nil)
        #expect(zone.firstChange(in: 5..<5) == nil)
    }

    @Test("Of several changes on one day, or between two samples, the first is found, then the next")
    func severalADay() {
        let zone = zone(0, (100_000, 3600), (122_000, 7200), (144_000, 0), (145_000, 3600))
        var found: [Int] = []
        var start = 0
        while let change = zone.firstChange(in: start..<400_000) {
            found.append(change.second)
            start = change.second
        }
        #expect(found == [100_000, 122_000, 144_000, 145_000])
    }

    @Test("The largest offsets that POSIX allows are found", arguments: [-89_999, 89_999])
    func extremes(offset: Int) {
        #expect(zone(offset).start(of: CivilDate(daysSinceUnixEpoch: 100)) == 8_640_000 - offset)
    }
}

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

    @Test("Of several changes on one day the first is found, then the next")
    func severalADay() {
        let zone = zone(0, (100_000, 3600), (122_000, 7200), (144_000, 0))
        var found: [Int] = []
        var start = 0
        while let change = zone.firstChange(in: start..<400_000) {
            found.append(change.second)
            start = change.second
        }
        #expect(found == [100_000, 122_000, 144_000])
    }

    @Test("Two changes between two samples are found in their order")
    func twoInOneStride() {
        let zone = zone(0, (100_000, 3600), (101_000, 7200))
        #expect(zone.firstChange(in: 0..<400_000) == .init(second: 100_000, before: 0, after: 3600))
    }

    @Test("A date that begins twice begins at the first time")
    func dateEnteredTwice() {
        // At 00:01 of day 10 the clock goes back an hour, into day 9.
        let zone = zone(0, (864_060, -3600))
        #expect(zone.start(of: CivilDate(daysSinceUnixEpoch: 10)) == 864_000)
        #expect(zone.start(of: CivilDate(daysSinceUnixEpoch: 11)) == 11 * 86_400 + 3600)
    }

    @Test("A date that is skipped begins with the next one", arguments: [9, 10, 11])
    func dateLeftOut(day: Int) {
        // At midnight after day 9 the clock goes forward by a day: day 10 does not happen.
        let zone = zone(-43_200, (864_000 + 43_200, 43_200))
        let starts = [9: 9 * 86_400 + 43_200, 10: 864_000 + 43_200, 11: 864_000 + 43_200]
        #expect(zone.start(of: CivilDate(daysSinceUnixEpoch: day)) == starts[day])
    }

    @Test("The largest offsets that POSIX allows are found", arguments: [-89_999, 89_999])
    func extremes(offset: Int) {
        #expect(zone(offset).start(of: CivilDate(daysSinceUnixEpoch: 100)) == 8_640_000 - offset)
    }
}

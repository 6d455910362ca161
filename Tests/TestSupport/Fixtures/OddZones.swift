// SPDX-License-Identifier: MIT
extension SimulatedZone {
    /// Half an hour of summer time, until 02:00 on 2026-04-05 and from 02:00 on 2026-10-04.
    package static let lordHowe = SimulatedZone(
        name: "Australia/Lord_Howe", utcOffset: 39_600,
        changes: [(at("2026-04-04T15:00:00Z"), 37_800), (at("2026-10-03T15:30:00Z"), 39_600)])
    /// Summer time from 23:00 on 2026-03-28, which skips the last hour of this date, to midnight after 2026-10-24,
    /// which repeats the last hour.
    package static let nuuk = SimulatedZone(
        name: "America/Nuuk", utcOffset: -7200,
        changes: [(at("2026-03-29T01:00:00Z"), -3600), (at("2026-10-25T01:00:00Z"), -7200)])
    /// Summer time from 00:00 on 2026-03-29 to midnight after 2026-10-24, whose last hour occurs twice.
    package static let beirut = SimulatedZone(
        name: "Asia/Beirut", utcOffset: 7200,
        changes: [(at("2026-03-28T22:00:00Z"), 10_800), (at("2026-10-24T21:00:00Z"), 7200)])
    /// Summer time from 00:00 on 2026-03-08 to 01:00 on 2026-11-01, whose first hour occurs twice.
    package static let havana = SimulatedZone(
        name: "America/Havana", utcOffset: -18_000,
        changes: [(at("2026-03-08T05:00:00Z"), -14_400), (at("2026-11-01T05:00:00Z"), -18_000)])
    /// A zone in which the date 2011-12-30 did not exist.
    package static let apia = SimulatedZone(
        name: "Pacific/Apia", utcOffset: -10 * 3600, changes: [(at("2011-12-30T10:00:00Z"), 14 * 3600)])
}

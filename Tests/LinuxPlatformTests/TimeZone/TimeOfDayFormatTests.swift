import Testing

@testable import LinuxPlatform

@Suite("The time of day as locales write it")
struct TimeOfDayFormatTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let locale: String
        let format: String
        let formatWithHalves: String
        let halves: (String, String)
        let morning: String
        let afternoon: String
        var testDescription: String { locale }

        init(_ locale: String, _ format: String, _ withHalves: String, _ halves: (String, String), _ texts: String...) {
            (self.locale, self.format, formatWithHalves, self.halves) = (locale, format, withHalves, halves)
            (morning, afternoon) = (texts[0], texts[1])
        }
    }

    /// `t_fmt`, `t_fmt_ampm` and `am_pm` of glibc 2.36's locales.
    @Test(
        arguments: [
            Row("C", "%H:%M:%S", "%I:%M:%S %p", ("AM", "PM"), "06:05", "16:41"),
            Row("de_DE", "%T", "", ("", ""), "06:05", "16:41"),
            Row("en_US", "%r", "%I:%M:%S %p", ("AM", "PM"), "6:05 AM", "4:41 PM"),
            Row("en_GB", "%T", "%l:%M:%S %P %Z", ("am", "pm"), "06:05", "16:41"),
            Row("en_CA", "%r", "%I:%M:%S %p", ("AM", "PM"), "6:05 AM", "4:41 PM"),
            Row("fi_FI", "%H.%M.%S", "", ("", ""), "06.05", "16.41"),
            Row("ko_KR", "%H시 %M분 %S초", "%p %I시 %M분 %S초", ("오전", "오후"), "06:05", "16:41"),
            Row("zh_TW", "%H時%M分%S秒", "%p %I時%M分%S秒", ("上午", "下午"), "06:05", "16:41"),
            Row("AM or PM before the time", "%r", "%p %I時%M分%S秒", ("上午", "下午"), "上午 6:05", "下午 4:41"),
            Row("ar_EG", "%Z %I:%M:%S %p", "%Z %I:%M:%S %p", ("ص", "م"), "6:05 ص", "4:41 م"),
            Row("12 hours without AM and PM are not used", "%I:%M:%S", "", ("", ""), "06:05", "16:41"),
            Row("a format that refers to itself", "%r", "%r", ("AM", "PM"), "06:05", "16:41"),
            Row("flags before the hour", "%-H:%M", "", ("", ""), "06:05", "16:41"),
            Row("flags before the hour of a 12-hour clock", "%-I:%M:%S %p", "", ("AM", "PM"), "6:05 AM", "4:41 PM"),
            Row("an empty format", "", "", ("", ""), "06:05", "16:41"),
            Row("a lone percent sign", "%", "", ("", ""), "06:05", "16:41"),
        ])
    func locale(row: Row) {
        let format = TimeOfDayFormat(
            format: row.format, formatWithHalves: row.formatWithHalves, morning: row.halves.0,
            afternoon: row.halves.1)
        #expect(format.text(hour: 6, minute: 5) == row.morning)
        #expect(format.text(hour: 16, minute: 41) == row.afternoon)
    }

    @Test("Noon and midnight are twelve", arguments: [(0, "12:00 AM"), (11, "11:00 AM"), (12, "12:00 PM")])
    func twelve(hour: Int, text: String) {
        let format = TimeOfDayFormat(
            format: "%r", formatWithHalves: "%I:%M:%S %p", morning: "AM", afternoon: "PM")
        #expect(format.text(hour: hour, minute: 0) == text)
    }

    @Test(
        "An hour alone, along an axis that ends with the hour 24",
        arguments: [
            (0, "0", "12 AM", "上午 12"), (6, "6", "6 AM", "上午 6"), (12, "12", "12 PM", "下午 12"),
            (18, "18", "6 PM", "下午 6"), (24, "24", "12 AM", "上午 12"),
        ])
    func hour(hour: Int, text: String, withHalf: String, withHalfInFront: String) {
        let behind = TimeOfDayFormat(format: "%r", formatWithHalves: "%I:%M:%S %p", morning: "AM", afternoon: "PM")
        let inFront = TimeOfDayFormat(format: "%r", formatWithHalves: "%p %I時%M分", morning: "上午", afternoon: "下午")
        #expect(TimeOfDayFormat.twentyFourHours.text(hour: hour) == text)
        #expect(behind.text(hour: hour) == withHalf)
        #expect(inFront.text(hour: hour) == withHalfInFront)
    }

    @Test(
        "In English the halves of the day are AM and PM; the separator and the number of hours are those of the locale",
        arguments: [
            ("%H.%M.%S", "ص", "م", "16.41"), ("%Z %I:%M:%S %p", "ص", "م", "4:41 PM"),
            ("%p %I:%M", "上午", "下午", "4:41 PM"), ("%I.%M %p", "am", "pm", "4.41 PM"),
        ])
    func english(format: String, morning: String, afternoon: String, text: String) {
        let format = TimeOfDayFormat(
            format: format, formatWithHalves: "", morning: morning, afternoon: afternoon)
        #expect(format.inEnglish.text(hour: 16, minute: 41) == text)
    }

    @Test("A locale that the system does not have uses the 24-hour clock")
    func missing() {
        #expect(TimeOfDayFormat(environment: ["LC_ALL": "xx_XX.UTF-8"]) == .twentyFourHours)
        #expect(TimeOfDayFormat(environment: [:]) == .twentyFourHours)
    }
}

// SPDX-License-Identifier: MIT
import Testing

@testable import LinuxPlatform

@Suite("The time of day as locales write it")
struct TimeOfDayFormatTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let quarterToFive: String
        let halves: (String, String)
        let texts: [String]

        init(_ locale: String, _ quarterToFive: String, _ halves: (String, String) = ("", ""), _ texts: String...) {
            (testDescription, self.quarterToFive, self.halves, self.texts) = (locale, quarterToFive, halves, texts)
        }
    }

    /// The second column is 16:41:27, as glibc 2.36 writes it.
    @Test(
        arguments: [
            Row("C", "16:41:27", ("AM", "PM"), "06:05", "16:41"),
            Row("en_US", "04:41:27 PM", ("AM", "PM"), "6:05 AM", "4:41 PM"),
            Row("fi_FI", "16.41.27", ("", ""), "06.05", "16.41"),
            Row("ko_KR", "16시 41분 27초", ("오전", "오후"), "06:05", "16:41"),
            Row("AM or PM before the time", "下午 04時41分27秒", ("上午", "下午"), "上午 6:05", "下午 4:41"),
            Row("ar_EG", " 04:41:27 م", ("ص", "م"), "6:05 ص", "4:41 م"),
            Row("12 hours without AM and PM are not used", "04:41:27", ("", ""), "06:05", "16:41"),
            Row("an hour without a zero", "4.41.27 pm", ("am", "pm"), "6.05 am", "4.41 pm"),
            Row("nothing", "", ("AM", "PM"), "06:05", "16:41"),
        ])
    func locale(row: Row) {
        let format = TimeOfDayFormat(
            quarterToFive: row.quarterToFive, morning: row.halves.0, afternoon: row.halves.1)
        #expect([format.text(hour: 6, minute: 5), format.text(hour: 16, minute: 41)] == row.texts)
    }

    @Test("Noon and midnight are twelve", arguments: [(0, "12:00 AM"), (11, "11:00 AM"), (12, "12:00 PM")])
    func twelve(hour: Int, text: String) {
        #expect(Self.behind.text(hour: hour, minute: 0) == text)
    }

    private static let behind = TimeOfDayFormat(quarterToFive: "04:41:27 PM", morning: "AM", afternoon: "PM")

    @Test(
        "An hour alone, along an axis that ends with the hour 24",
        arguments: [
            (0, "0", "12 AM", "上午 12"), (6, "6", "6 AM", "上午 6"), (12, "12", "12 PM", "下午 12"),
            (18, "18", "6 PM", "下午 6"), (24, "24", "12 AM", "上午 12"),
        ])
    func hour(hour: Int, text: String, withHalf: String, withHalfInFront: String) {
        let inFront = TimeOfDayFormat(quarterToFive: "下午 04時41分27秒", morning: "上午", afternoon: "下午")
        #expect(TimeOfDayFormat.twentyFourHours.text(hour: hour) == text)
        #expect(Self.behind.text(hour: hour) == withHalf)
        #expect(inFront.text(hour: hour) == withHalfInFront)
    }

    @Test(
        "In English, the halves of the day are AM and PM; the separator and the number of hours are the locale's",
        arguments: [
            ("16.41.27", "ص", "م", "16.41"), ("04:41:27 م", "ص", "م", "4:41 PM"),
            ("下午 04:41", "上午", "下午", "4:41 PM"), ("04.41 pm", "am", "pm", "4.41 PM"),
        ])
    func english(quarterToFive: String, morning: String, afternoon: String, text: String) {
        let format = TimeOfDayFormat(quarterToFive: quarterToFive, morning: morning, afternoon: afternoon)
        #expect(format.inEnglish.text(hour: 16, minute: 41) == text)
    }

    @Test("A 24-hour clock may use other digits, and even name the half of the day")
    func digits() {
        let format = TimeOfDayFormat(
            quarterToFive: "၁၆:၄၁:၂၇ ဝၼ်း", sixteen: "၁၆", morning: "ၼႂ်", afternoon: "ဝၼ်း")
        #expect(format == .twentyFourHours)
    }

    @Test("The locale of times precedes the language, and LC_ALL precedes both")
    func precedence() {
        var environment = ["LANG": "en_US.UTF-8", "LC_TIME": "de_DE.UTF-8", "LC_ALL": "fi_FI.UTF-8"]
        #expect(TimeOfDayFormat.locale(in: environment) == "fi_FI.UTF-8")
        environment["LC_ALL"] = ""
        #expect(TimeOfDayFormat.locale(in: environment) == "de_DE.UTF-8")
    }

    @Test("A locale that is not installed uses the 24-hour clock")
    func missing() {
        #expect(TimeOfDayFormat(environment: ["LC_ALL": "xx_XX.UTF-8"]) == .twentyFourHours)
        #expect(TimeOfDayFormat(environment: [:]) == .twentyFourHours)
    }
}

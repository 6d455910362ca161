// SPDX-License-Identifier: MIT
import Configuration
package import Solar

extension CivilDate {
    /// `26 January`, with the year if `today` is in another year.
    ///
    /// The names are in the language of the sentence instead of LC_TIME's, so an English sentence does not contain a
    /// German month.
    package func formatted(relativeTo today: CivilDate, in words: Localizer = .english) -> String {
        guard year == today.year else { return withYear(in: words) }
        // TRANSLATORS: a date in the middle of a sentence: 26 January
        return words("{day} {month}", ["day": dayNumber(in: words), "month": words.month(components.month)])
    }

    /// `Saturday 21 November 2026`.
    package func inFull(in words: Localizer) -> String {
        // TRANSLATORS: Saturday 21 November 2026
        words("{weekday} {date}", ["weekday": dayName(in: words), "date": withYear(in: words)])
    }

    /// `21 November 2026`.
    package func withYear(in words: Localizer) -> String {
        // TRANSLATORS: a date in the middle of a sentence: 21 November 2026
        words(
            "{day} {month} {year}",
            ["day": dayNumber(in: words), "month": words.month(components.month), "year": String(year)])
    }

    private func dayNumber(in words: Localizer) -> String {
        // TRANSLATORS: the first day of a month, as in "1 January"
        day == 1 ? words.inContext("first day of a month", "1") : String(day)
    }

    /// `Saturday`.
    package func dayName(in words: Localizer = .english) -> String {
        switch dayOfWeek {
        // TRANSLATORS: before a date, as in "Monday 23 November", or alone
        case 0: words("Monday")
        case 1: words("Tuesday")
        case 2: words("Wednesday")
        case 3: words("Thursday")
        case 4: words("Friday")
        case 5: words("Saturday")
        default: words("Sunday")
        }
    }

    /// `on Saturday`.
    package func onDay(in words: Localizer) -> String {
        switch dayOfWeek {
        // TRANSLATORS: when something happens: it replaces the placeholder {day} of other texts, or comes before a date
        case 0: words("on Monday")
        case 1: words("on Tuesday")
        case 2: words("on Wednesday")
        case 3: words("on Thursday")
        case 4: words("on Friday")
        case 5: words("on Saturday")
        default: words("on Sunday")
        }
    }

    /// `on Saturday 21 November 2026`, from the date in words.
    package func onDay(_ date: String, in words: Localizer) -> String {
        // TRANSLATORS: {day} is "on Saturday": on Saturday 21 November 2026
        words("{day} {date}", ["day": onDay(in: words), "date": date])
    }

    /// `Sat`.
    package func shortDayName(in words: Localizer = .english) -> String {
        switch dayOfWeek {
        case 0: words.inContext("abbreviated", "Mon")
        case 1: words.inContext("abbreviated", "Tue")
        case 2: words.inContext("abbreviated", "Wed")
        case 3: words.inContext("abbreviated", "Thu")
        case 4: words.inContext("abbreviated", "Fri")
        case 5: words.inContext("abbreviated", "Sat")
        default: words.inContext("abbreviated", "Sun")
        }
    }
}

extension Localizer {
    /// The name of a month, 1 to 12: `January`.
    package func month(_ number: Int) -> String {
        switch number {
        // TRANSLATORS: in a date, as in "26 January"
        case 1: self("January")
        case 2: self("February")
        case 3: self("March")
        case 4: self("April")
        case 5: self("May")
        case 6: self("June")
        case 7: self("July")
        case 8: self("August")
        case 9: self("September")
        case 10: self("October")
        case 11: self("November")
        default: self("December")
        }
    }

    /// The abbreviated name of a month, 1 to 12: `Jan`.
    package func shortMonth(_ number: Int) -> String {
        switch number {
        // TRANSLATORS: in a date or as the label of a month: at most 6 columns
        case 1: inContext("abbreviated", "Jan")
        case 2: inContext("abbreviated", "Feb")
        case 3: inContext("abbreviated", "Mar")
        case 4: inContext("abbreviated", "Apr")
        case 5: inContext("abbreviated", "May")
        case 6: inContext("abbreviated", "Jun")
        case 7: inContext("abbreviated", "Jul")
        case 8: inContext("abbreviated", "Aug")
        case 9: inContext("abbreviated", "Sep")
        case 10: inContext("abbreviated", "Oct")
        case 11: inContext("abbreviated", "Nov")
        default: inContext("abbreviated", "Dec")
        }
    }
}

// SPDX-License-Identifier: MIT
package import Configuration
import Solar

extension NotificationSettings {
    /// How far the first start and a journey look back: nobody was there before.
    var lookBack: Duration { min(grace, .seconds(600)) }

    var rules: [Rule] {
        [
            Rule(id: "sunrise", event: .sunrise, notifies: sunrise, saysSpecialDays: specialDays),
            Rule(id: "sunset", event: .sunset, notifies: sunset, saysSpecialDays: specialDays),
        ]
            + SolarEvent.seasonal.map { Rule(id: $0.name, event: $0, notifies: seasons) }
            + PolarEvent.allCases.map { event in
                let isDay = event == .dayStart || event == .dayEnd
                return Rule(id: event.rawValue, event: .polar(event), notifies: isDay ? polarDay : polarNight)
            }
            + [
                Rule(
                    id: AnnouncedEvent.zoneTransition.name, event: .zoneTransition, timing: .noonBefore,
                    notifies: clockChange),
                Rule(
                    id: "solar-eclipse-notice", event: .solarEclipse, timing: .noonBefore, notifies: solarEclipse),
                Rule(id: AnnouncedEvent.solarEclipse.name, event: .solarEclipse, notifies: solarEclipse),
            ]
    }
}

extension Settings {
    /// Everything to announce according to these settings. If an event with hooks is not announced otherwise, its hooks
    /// are run and a journal entry is written.
    package func rules(hooks: HookCatalog = HookCatalog()) -> [Rule] {
        let hookRules = hooks.events.filter { event in !notifications.rules.contains { $0.event == event } }
            .map { Rule(id: $0.name, event: $0, notifies: false) }
        return notifications.rules + hookRules + alerts.lazy.filter(\.isEnabled).map(Rule.init)
    }
}

#!/bin/bash
# The D-Bus interface of the service: properties, signals and methods.
. "${0%/*}/lib.bash"

"${install[@]}" >/dev/null
write_settings "$(place_with sunset "$(seconds_from_now 3600)")"
# The first call starts the service.
fact place "$(property Place)"
fact active "$(unit_is ActiveState)"
fact sunset "$(property NextSunset)"

busctl --user --json=short call "${service[@]:0:2}" org.freedesktop.DBus.Introspectable Introspect \
    >"$TESTBED_OUT/introspection.json"

call Preview s sunrise
fact no_such_event "$(call Preview s moonrise 2>&1 || :)"
record_messages "$TESTBED_OUT/signals.json" --user "type=signal,sender=${service[0]}"
place_soon sunset 6
write_settings "$place"
await_entries 1 "$event"
await announcement_is_complete
# The new place is signalled, too, but names no event.
await grep --quiet 'PropertiesChanged.*"sunset"' "$TESTBED_OUT/signals.json"
kill "$monitor"
# Saved now, because the next place is a real one, whose own events may be announced.
save_notifications notifications

write_settings '[Location]' 'Latitude=39.7392' 'Longitude=-104.9903' 'Name=Denver'
call Reload
fact place_after "$(property Place)"

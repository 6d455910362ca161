#!/bin/bash
# What the installed service sees of the machine that it runs on.
. "${0%/*}/lib.bash"
. "${0%/*}/serviceview.bash"

"${install[@]}" >"$TESTBED_OUT/install.txt"
write_settings '[Location]' 'Latitude=39.7392' 'Longitude=-104.9903' 'Name=Denver'
systemctl --user start suntrackerd
save_service_view view

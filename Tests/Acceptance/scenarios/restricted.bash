#!/bin/bash
# A machine on which only root may create user namespaces, as on hardened ones: the unit starts nevertheless.
# shellcheck source-path=SCRIPTDIR source=lib.bash
. "${0%/*}/lib.bash"

sudo mkdir -p /etc/systemd/system/user@.service.d
sudo tee /etc/systemd/system/user@.service.d/restricted.conf >/dev/null <<'END'
[Service]
RestrictNamespaces=~user
END
sudo systemctl daemon-reload
sudo systemctl restart "user@$(id --user).service"
fact namespaces "$(systemd-run --user --quiet --wait unshare --user true && echo allowed || echo forbidden)"

"${install[@]}"
write_settings '[Location]' 'Latitude=39.7392' 'Longitude=-104.9903' 'Name=Denver'
systemctl --user start suntrackerd
fact active "$(unit_is ActiveState)"
fact seccomp "$(awk '/^Seccomp:/ { print $2 }' "/proc/$(unit_is MainPID)/status")"
save_complaints complaints

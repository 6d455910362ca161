#!/bin/bash
# A popup reaches a paired device by KDE Connect. The device is a second user with a bus and a kdeconnectd of its own,
# in another network namespace. What its screen is asked to show is recorded.
. "${0%/*}/lib.bash"

# on_phone COMMAND... - as the user of the device
on_phone() {
    sudo ip netns exec phone setpriv --reuid=phone --regid=phone --clear-groups \
        env HOME=/home/phone QT_QPA_PLATFORM=offscreen DBUS_SESSION_BUS_ADDRESS="$(</run/testbed-phone/bus)" "$@"
}

# desk_asks METHOD ARGUMENT..., phone_asks METHOD ARGUMENT... - of the object that stands for the other device
desk_asks() { busctl --user call org.kde.kdeconnect "/modules/kdeconnect/devices/$phone" "$device" "$@"; }
phone_asks() { on_phone busctl --user call org.kde.kdeconnect "/modules/kdeconnect/devices/$desk" "$device" "$@"; }
device=org.kde.kdeconnect.device

# The conditions to wait for.
desk_sees_phone() { phone=$(kdeconnect-cli --list-devices --id-only 2>/dev/null) && [[ $phone ]]; }
phone_sees_desk() { desk=$(on_phone kdeconnect-cli --list-devices --id-only 2>/dev/null) && [[ $desk ]]; }
phone_is_asked() { [[ $(phone_asks isPairRequestedByPeer) == "b true" ]]; }
are_paired() { [[ $(desk_asks isPaired) == "b true" && $(phone_asks isPaired) == "b true" ]]; }
desk_sends() { [[ $(desk_asks hasPlugin s kdeconnect_sendnotifications) == "b true" ]]; }
# phone_has COUNT - whether the device has that many notifications of the desktop
phone_has() { (($(notifications | wc --lines) == $1)); }
# phone_was_asked_for COUNT - whether its screen was asked for that many popups, with that of the pairing
phone_was_asked_for() { (($(wc --lines </run/testbed-phone/popups) == $1)); }
notifications() { on_phone busctl --user tree --list org.kde.kdeconnect | grep "/$desk/notifications/."; }

# save_notifications_of_phone NAME - save what each of them is, one JSON object per line
save_notifications_of_phone() {
    local path
    for path in $(notifications); do
        on_phone busctl --user --json=short call org.kde.kdeconnect "$path" org.freedesktop.DBus.Properties GetAll s \
            "$device.notifications.notification"
    done >"$TESTBED_OUT/$1.json"
}

"${install[@]}" >/dev/null
write_settings '[Location]' Latitude=39.74 Longitude=-104.99 'Name=A & B <i>x</i>'
systemctl --user start suntrackerd

# Two networks joined by a slow link. kdeconnectd 25.04 handles a packet late that arrives together with the end of the
# TLS handshake, as happens without any delay.
sudo useradd --create-home phone
sudo ip netns add phone
sudo ip link add desk type veth peer name phone netns phone
sudo ip address add 10.77.0.1/24 dev desk
sudo ip -netns phone address add 10.77.0.2/24 dev phone
for link in "desk" "phone -netns phone"; do
    read -r name namespace <<<"$link"
    # shellcheck disable=SC2086
    {
        sudo ip $namespace link set "$name" up
        sudo ip $namespace route add default dev "$name"
        sudo tc $namespace qdisc add dev "$name" root tbf rate 100kbit burst 1600 limit 200000
    }
done
sudo ip -netns phone link set lo up

sudo install --directory --owner=phone /run/testbed-phone /home/phone/.config/kdeconnect
mkdir --parents ~/.config/kdeconnect
printf '[General]\nname=Desk\n' >~/.config/kdeconnect/config
printf '[General]\nname=Phone\n' | sudo tee /home/phone/.config/kdeconnect/config >/dev/null
sudo chown --recursive phone /home/phone/.config
cat >~/session <<'SESSION'
echo "$DBUS_SESSION_BUS_ADDRESS" >/run/testbed-phone/bus
/usr/local/libexec/testbed-recorder /run/testbed-phone/popups &
exec kdeconnectd
SESSION
sudo mv ~/session /run/testbed-phone/session
export QT_QPA_PLATFORM=offscreen
sudo systemd-run --quiet --unit=phone --uid=phone --property=NetworkNamespacePath=/run/netns/phone \
    --setenv=HOME=/home/phone --setenv=QT_QPA_PLATFORM=offscreen dbus-run-session -- bash /run/testbed-phone/session
systemd-run --user --quiet --unit=kdeconnectd --setenv=QT_QPA_PLATFORM=offscreen kdeconnectd

await test -s /run/testbed-phone/bus
await desk_sees_phone
await phone_sees_desk
kdeconnect-cli --pair --device "$phone" >/dev/null
await phone_is_asked
phone_asks acceptPairing
await are_paired
fact version "$(kdeconnectd --version)"
fact sends_unasked "$(desk_asks isPluginEnabled s kdeconnect_sendnotifications)"
fact shows_unasked "$(phone_asks isPluginEnabled s kdeconnect_notifications)"
desk_asks setPluginEnabled sb kdeconnect_sendnotifications true
await desk_sends
for link in "desk" "phone -netns phone"; do
    read -r name namespace <<<"$link"
    # shellcheck disable=SC2086
    sudo tc $namespace qdisc delete dev "$name" root
done

# dunst replaces the second popup by its tag. The recorder has no tags: the third one is replaced by its number.
ask first preview sunset
await phone_has 1
ask second preview sunset
await phone_has 2
save_notifications_of_phone tags
record_popups numbers --capabilities body,actions
ask third preview sunset
await phone_has 3
ask fourth preview sunset
await phone_was_asked_for 5
save_notifications_of_phone numbers
cat /run/testbed-phone/popups >"$TESTBED_OUT/phone.popups.json"
fact applications "$(grep --count --binary-files=text NotifyingApplication \
    ~/.config/kdeconnect/"$phone"/kdeconnect_sendnotifications/config)"

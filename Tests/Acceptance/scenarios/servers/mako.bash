# shellcheck shell=bash
# mako under sway, with its default settings.
stays=yes
start_screen() { start_sway; }
start_server() { run_under_sway mako; }
take_picture() { take_picture_of_sway "$1"; }
click() { makoctl invoke; }
dismiss() { makoctl dismiss; }
# mako 1.9 and older write JSON; later versions write a line "Notification NUMBER: …" each.
list_popups() { makoctl list | grep --count --extended-regexp '^Notification |"app-name"' || :; }

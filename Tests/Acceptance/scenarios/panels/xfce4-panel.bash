# shellcheck shell=bash
# Xfce's panel on X11, with only its plugin for status icons: a dark panel at the top.
start_screen() {
    mkdir -p ~/.config/xfce4/xfconf/xfce-perchannel-xml
    cat >~/.config/xfce4/xfconf/xfce-perchannel-xml/xfce4-panel.xml <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfce4-panel" version="1.0">
  <property name="configver" type="int" value="2"/>
  <property name="panels" type="array">
    <value type="int" value="1"/>
    <property name="dark-mode" type="bool" value="true"/>
    <property name="panel-1" type="empty">
      <property name="position" type="string" value="p=6;x=0;y=0"/>
      <property name="length" type="uint" value="100"/>
      <property name="position-locked" type="bool" value="true"/>
      <property name="icon-size" type="uint" value="16"/>
      <property name="size" type="uint" value="26"/>
      <property name="plugin-ids" type="array">
        <value type="int" value="1"/>
      </property>
    </property>
  </property>
  <property name="plugins" type="empty">
    <property name="plugin-1" type="string" value="systray"/>
  </property>
</channel>
END
    systemd-run --user --quiet --collect --unit=testbed-wm xfwm4 --compositor=off
}
start_panel() { run_panel --setenv=XDG_CURRENT_DESKTOP=XFCE xfce4-panel --disable-wm-check; }
take_picture() { import -window root "$1"; }
icon_at=(14 13)

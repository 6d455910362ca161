/* SPDX-License-Identifier: MIT */
#pragma once

#include <libnotify/notify.h>

/* g_object_set(3) and g_object_get(3) are variadic. */
static inline void suntracker_notification_set_id(NotifyNotification *notification, gint id) {
    g_object_set(notification, "id", id, NULL);
}

static inline gint suntracker_notification_id(NotifyNotification *notification) {
    gint id = 0;
    g_object_get(notification, "id", &id, NULL);
    return id;
}

/* Flags of GLib, whose names in Swift depend on its version: newer ones mark the types as flags (G_GNUC_FLAG_ENUM). */
static const GDBusSignalFlags suntracker_no_signal_flags = G_DBUS_SIGNAL_FLAGS_NONE;
static const GLogLevelFlags suntracker_log_warning = G_LOG_LEVEL_WARNING;

/* The error quarks are macros. */
static inline gboolean suntracker_timed_out(const GError *error) {
    return g_error_matches(error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT);
}

/* Whether the error is the bus's reply that the name has no owner and that no service can be started for it. Call this
   before g_dbus_error_strip_remote_error(3). */
static inline gboolean suntracker_has_no_server(const GError *error) {
    return g_error_matches(error, G_DBUS_ERROR, G_DBUS_ERROR_SERVICE_UNKNOWN);
}

/* Whether the error is a reply of the server itself, rather than of GDBus or of the bus, which replies if there is no
   server, or if the server exits during the call. Call this before g_dbus_error_strip_remote_error(3). */
static inline gboolean suntracker_comes_from_server(const GError *error) {
    if (!g_dbus_error_is_remote_error(error)) return FALSE;
    if (error->domain != G_DBUS_ERROR) return TRUE;
    switch (error->code) {
    case G_DBUS_ERROR_SERVICE_UNKNOWN:
    case G_DBUS_ERROR_NAME_HAS_NO_OWNER:
    case G_DBUS_ERROR_NO_REPLY:
    case G_DBUS_ERROR_NO_SERVER:
    case G_DBUS_ERROR_TIMEOUT:
    case G_DBUS_ERROR_TIMED_OUT:
    case G_DBUS_ERROR_DISCONNECTED:
    case G_DBUS_ERROR_SPAWN_EXEC_FAILED:
    case G_DBUS_ERROR_SPAWN_FORK_FAILED:
    case G_DBUS_ERROR_SPAWN_CHILD_EXITED:
    case G_DBUS_ERROR_SPAWN_CHILD_SIGNALED:
    case G_DBUS_ERROR_SPAWN_FAILED:
    case G_DBUS_ERROR_SPAWN_SERVICE_NOT_FOUND:
        return FALSE;
    default:
        return TRUE;
    }
}

/* Calls a method of the bus, with a name as its argument or, for NULL, without arguments. In C, because
   g_variant_new(3) and g_variant_get(3) are variadic. Returns a string, to be freed with g_free(3); NULL for an error, or after two seconds. */
static inline gchar *suntracker_ask_bus(GDBusConnection *connection, const gchar *method, const gchar *name) {
    GVariant *answer = g_dbus_connection_call_sync(
        connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", method,
        name ? g_variant_new("(s)", name) : NULL, G_VARIANT_TYPE("(s)"), G_DBUS_CALL_FLAGS_NO_AUTO_START, 2000, NULL,
        NULL);
    gchar *text = NULL;
    if (answer) {
        g_variant_get(answer, "(s)", &text);
        g_variant_unref(answer);
    }
    return text;
}

/* Calls a method of the notification server without arguments. Returns the reply, to be freed with g_variant_unref(3);
   NULL for an error. The bus starts a server if none is running. */
static inline GVariant *suntracker_ask_server(GDBusConnection *connection, const gchar *method, const gchar *type,
                                              gint milliseconds, GError **error) {
    return g_dbus_connection_call_sync(connection, "org.freedesktop.Notifications", "/org/freedesktop/Notifications",
                                       "org.freedesktop.Notifications", method, NULL, G_VARIANT_TYPE(type),
                                       G_DBUS_CALL_FLAGS_NONE, milliseconds, NULL, error);
}

/* Closes a popup of the server with this unique name, without waiting for the reply. Later messages on this connection
   arrive later. */
static inline void suntracker_close_popup(GDBusConnection *connection, const gchar *server, guint32 number) {
    g_dbus_connection_call(connection, server, "/org/freedesktop/Notifications",
                           "org.freedesktop.Notifications", "CloseNotification", g_variant_new("(u)", number), NULL,
                           G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, NULL, NULL, NULL);
}

/* The strings in a reply to GetCapabilities, to be freed with g_strfreev(3). */
static inline gchar **suntracker_strings(GVariant *answer) {
    gchar **strings = NULL;
    g_variant_get(answer, "(^as)", &strings);
    return strings;
}

/* The first string in a reply to GetServerInformation, which is the server's name. It lives as long as the reply. */
static inline const gchar *suntracker_first_string(GVariant *answer) {
    const gchar *text = NULL;
    g_variant_get_child(answer, 0, "&s", &text);
    return text;
}

/* The popup's number, with which the signals of a notification server begin; 0, which is never valid, for others. */
static inline guint32 suntracker_signal_number(GVariant *parameters) {
    guint32 number = 0;
    if (g_variant_is_of_type(parameters, G_VARIANT_TYPE("(us)")) ||
        g_variant_is_of_type(parameters, G_VARIANT_TYPE("(uu)")))
        g_variant_get_child(parameters, 0, "u", &number);
    return number;
}

/* The text that may follow the number; NULL for other signals. It lives as long as the parameters. */
static inline const gchar *suntracker_signal_text(GVariant *parameters) {
    const gchar *text = NULL;
    if (g_variant_is_of_type(parameters, G_VARIANT_TYPE("(us)"))) g_variant_get_child(parameters, 1, "&s", &text);
    return text;
}

/* libnotify requires a callback for an action, although PopupWatch receives the signal itself. */
static inline void suntracker_ignore_action(NotifyNotification *notification, char *action, gpointer data) {}

static inline void suntracker_notification_add_action(
    NotifyNotification *notification, const char *action, const char *label) {
    notify_notification_add_action(notification, action, label, suntracker_ignore_action, NULL, NULL);
}

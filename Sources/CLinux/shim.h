/* SPDX-License-Identifier: MIT */
#pragma once

/* Functions and constants that Swift's Glibc module does not provide. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <langinfo.h>
#include <malloc.h>
#include <spawn.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

/* open(2) is variadic. */
static inline int suntracker_open(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }

/* ioctl(2) is variadic. Gets the window size of a terminal; returns 0, or -1 and sets errno. */
static inline int suntracker_window_size(int fd, struct winsize *size) { return ioctl(fd, TIOCGWINSZ, size); }

/* glibc's <spawn.h> declares these only with _GNU_SOURCE. */
enum { suntracker_spawn_setsid = 0x80 };
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

/* glibc contains pidfd_open(2) since version 2.36. Returns a descriptor that is readable when the process has ended, or -1. */
static inline int suntracker_pidfd_open(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

/* glibc's <string.h> declares it only with _GNU_SOURCE. The English text of an error number, NULL for none. */
const char *strerrordesc_np(int number);

/* glibc's <wchar.h> declares it only with _XOPEN_SOURCE. */
int wcwidth(wchar_t character);

/* The state for restoring a terminal when a signal terminates the process. The handler restores the terminal, then the former
   action of the signal, and raises the signal again. It calls only functions listed in signal-safety(7). The variable
   is static in an inline function, so each Swift file that calls these functions would have its own copy:
   only TerminalScreen.swift may call them. */
enum { suntracker_longest_sequence = 64, suntracker_signals = 65 };
struct suntracker_taken_terminal {
    volatile sig_atomic_t is_taken;
    int input, output;
    struct termios former_mode;
    char sequence[suntracker_longest_sequence];
    size_t length;
    struct sigaction former_actions[suntracker_signals];
};

static inline struct suntracker_taken_terminal *suntracker_terminal(void) {
    static struct suntracker_taken_terminal terminal;
    return &terminal;
}

static inline void suntracker_give_back_and_end(int signal) {
    struct suntracker_taken_terminal *terminal = suntracker_terminal();
    if (terminal->is_taken) {
        terminal->is_taken = 0;
        if (write(terminal->output, terminal->sequence, terminal->length) < 0) { }
        tcsetattr(terminal->input, TCSAFLUSH, &terminal->former_mode);
    }
    sigaction(signal, &terminal->former_actions[signal], NULL);
    raise(signal);
}

/* Makes the handler write the sequence to the terminal and set this mode. */
static inline void suntracker_guard_terminal(
    int input, int output, const struct termios *mode, const char *sequence, size_t length) {
    struct suntracker_taken_terminal *terminal = suntracker_terminal();
    terminal->is_taken = 0;
    terminal->input = input;
    terminal->output = output;
    terminal->former_mode = *mode;
    terminal->length = length < suntracker_longest_sequence ? length : 0;
    memcpy(terminal->sequence, sequence, terminal->length);
    terminal->is_taken = 1;
}

/* Makes the handler ignore the terminal. Call this when the terminal has been restored. */
static inline void suntracker_unguard_terminal(void) { suntracker_terminal()->is_taken = 0; }

/* Installs the handler for a signal that terminates the process. An ignored signal stays ignored. */
static inline void suntracker_guard_terminal_against(int signal) {
    struct sigaction action = {0}, former;
    if (signal <= 0 || signal >= suntracker_signals || sigaction(signal, NULL, &former) != 0) return;
    if (!(former.sa_flags & SA_SIGINFO)
        && (former.sa_handler == SIG_IGN || former.sa_handler == suntracker_give_back_and_end)) return;
    suntracker_terminal()->former_actions[signal] = former;
    action.sa_handler = suntracker_give_back_and_end;
    sigaction(signal, &action, NULL);
}

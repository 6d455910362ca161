#pragma once

/* What glibc's own Swift module leaves out. */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <langinfo.h>
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <termios.h>

/* open(2) is variadic. */
static inline int suntracker_open(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }

/* getopt_long(3) answers in variables of libc, which Swift takes for shared mutable state. */
static inline const char *suntracker_optarg(void) { return optarg; }
static inline int suntracker_optind(void) { return optind; }

/* 0 makes glibc begin anew, and forget what it knew of an earlier argument vector. */
static inline void suntracker_reset_getopt(void) { optind = 0; }

/* ioctl(2) is variadic. The window size of a terminal, 0 or -1 and errno. */
static inline int suntracker_window_size(int fd, struct winsize *size) { return ioctl(fd, TIOCGWINSZ, size); }

/* glibc's <spawn.h> shows these to _GNU_SOURCE alone. */
enum { suntracker_spawn_setsid = 0x80 };
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

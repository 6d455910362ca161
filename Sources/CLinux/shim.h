#pragma once
#include <sys/inotify.h>
#include <sys/timerfd.h>

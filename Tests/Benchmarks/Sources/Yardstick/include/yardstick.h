/* SPDX-License-Identifier: MIT */
/* The yardstick: sunrise and sunset by the NOAA equations and a plain root finder. */
#ifndef YARDSTICK_H
#define YARDSTICK_H

/* Finds sunrise and sunset of each day from 2026-01-01 on, at a latitude and longitude in degrees. Returns the sum of
   their times, so that the compiler cannot remove the work. */
double yardstick_sunrises_and_sunsets(double latitude, double longitude, int days);

/* The number of evaluations of the Sun's position so far. */
long yardstick_evaluations(void);

#endif

/* SPDX-License-Identifier: MIT */
/* The NOAA equations (own code): sunrise and sunset by root finding between culminations. */
#define _GNU_SOURCE
#include "yardstick.h"

#include <math.h>

#define D (M_PI / 180)

static long evaluations;
static double sin_latitude, cos_latitude, longitude;

/* Equation of time in minutes, sine and cosine of the declination, x days after J2000.0. */
static inline void sun(double x, double *equation_of_time, double *sin_declination, double *cos_declination) {
    evaluations++;
    double T = x / 36525, L0 = fmod(280.46646 + T * (36000.76983 + T * 0.0003032), 360) * D;
    double M = (357.52911 + T * (35999.05029 - 0.0001537 * T)) * D;
    double e = 0.016708634 - T * (0.000042037 + 0.0000001267 * T);
    double s1 = sin(M), c1 = cos(M), s2 = 2 * s1 * c1, s3 = s1 * (3 - 4 * s1 * s1);
    double C = s1 * (1.914602 - T * (0.004817 + 0.000014 * T)) + s2 * (0.019993 - 0.000101 * T) + s3 * 0.000289;
    double om = (125.04 - 1934.136 * T) * D, so = sin(om), co = cos(om);
    double lambda = L0 + (C - 0.00569 - 0.00478 * so) * D;
    double seconds = 21.448 - T * (46.815 + T * (0.00059 - T * 0.001813));
    double obliquity = (23 + (26 + seconds / 60) / 60 + 0.00256 * co) * D;
    *sin_declination = sin(obliquity) * sin(lambda);
    *cos_declination = sqrt(1 - *sin_declination * *sin_declination);
    double y = tan(obliquity / 2);
    y *= y;
    double sl = sin(2 * L0), cl = cos(2 * L0);
    *equation_of_time =
        4 / D * (y * sl - 2 * e * s1 + 4 * e * y * s1 * cl - 0.5 * y * y * 2 * sl * cl - 1.25 * e * e * s2);
}

static double sin_altitude(double x) {
    double q, sd, cd;
    sun(x, &q, &sd, &cd);
    double H = 2 * M_PI * (x - floor(x)) + (q / 4 + longitude) * D;
    return sin_latitude * sd + cos_latitude * cd * cos(H);
}

/* The upper or lower transit nearest to x. */
static double transit(double x, int upper) {
    for (int i = 0; i < 2; i++) {
        double q, a, b;
        sun(x, &q, &a, &b);
        double H = (x - floor(x)) + (q / 4 + longitude) / 360 + (upper ? 0 : 0.5);
        H -= rint(H);
        x -= H;
    }
    return x;
}

/* Regula falsi (Illinois), to 1e-3 s. */
static double crossing(double a, double b, double fa, double fb, double h) {
    int side = 0;
    double c = a;
    for (int i = 0; i < 60; i++) {
        double n = (fa * b - fb * a) / (fa - fb);
        if (fabs(n - c) < 1e-3 / 86400 && i > 1) return n;
        c = n;
        double f = sin_altitude(c) - h;
        if (f * fb > 0) {
            b = c;
            fb = f;
            if (side == -1) fa /= 2;
            side = -1;
        } else if (fa * f > 0) {
            a = c;
            fa = f;
            if (side == 1) fb /= 2;
            side = 1;
        } else {
            return c;
        }
    }
    return c;
}

double yardstick_sunrises_and_sunsets(double latitude, double east, int days) {
    const double x0 = 9496.5; /* 2026-01-01 */
    const double h = sin(-0.833 * D);
    sin_latitude = sin(latitude * D);
    cos_latitude = cos(latitude * D);
    longitude = east;
    double sum = 0;
    for (int d = 0; d < days; d++) {
        double m = x0 + d + 0.5 - longitude / 360;
        double n = transit(m, 1), m0 = transit(n - 0.5, 0), m1 = transit(n + 0.5, 0);
        double f0 = sin_altitude(m0) - h, f1 = sin_altitude(n) - h, f2 = sin_altitude(m1) - h;
        if (f0 * f1 < 0) sum += crossing(m0, n, f0, f1, h);
        if (f1 * f2 < 0) sum += crossing(n, m1, f1, f2, h);
    }
    return sum;
}

long yardstick_evaluations(void) { return evaluations; }

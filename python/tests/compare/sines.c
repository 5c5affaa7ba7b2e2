// Sines, logarithms and their like as Sinew computes them, under the names of the C library. Loaded
// before a program (LD_PRELOAD), it gives the reference the same last bits: what differs then,
// differs for another reason.
//   cc -O2 -fno-builtin -fPIC -shared -o sines.so -I include sines.c -Wl,--exclude-libs,ALL
//   libsinew.a ...
#include <sinew/extra.h>

MJAPI double sin(double x);
MJAPI double cos(double x);
MJAPI double tan(double x);
MJAPI double asin(double x);
MJAPI double acos(double x);
MJAPI double atan2(double y, double x);
MJAPI double exp(double x);
MJAPI double log(double x);
MJAPI double pow(double x, double y);

double sin(double x) { return sn_sin(x); }

double cos(double x) { return sn_cos(x); }

double tan(double x) { return sn_tan(x); }

double asin(double x) { return sn_asin(x); }

double acos(double x) { return sn_acos(x); }

double atan2(double y, double x) { return sn_atan2(y, x); }

double exp(double x) { return sn_exp(x); }

double log(double x) { return sn_log(x); }

double pow(double x, double y) { return sn_pow(x, y); }

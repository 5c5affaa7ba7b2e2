// Small macros that programs use beside the API. Those that test options expect an mjModel* named m
// in scope, as they do in the reference.
#ifndef SINEW_MACROS_H_
#define SINEW_MACROS_H_

#include <sinew/export.h>
#include <sinew/model.h>

// lesser and greater of two numbers; arguments are evaluated twice
#define mjMIN(a, b) (((a) < (b)) ? (a) : (b))
#define mjMAX(a, b) (((a) > (b)) ? (a) : (b))

// is a bit set in disableflags (mjtDisableBit) or enableflags (mjtEnableBit)
#define mjDISABLED(x) (m->opt.disableflags & (x))
#define mjENABLED(x) (m->opt.enableflags & (x))

// is the group of actuator i switched off; only groups 0..30 can be
#define mjACTUATORDISABLED(i)                                        \
  (m->actuator_group[i] >= 0 && m->actuator_group[i] <= 30 &&        \
   (m->opt.disableactuator >> m->actuator_group[i] & 1) != 0)

#endif

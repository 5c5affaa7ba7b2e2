// Table of the built-in plugins; registers them once (thread-safe).
#include "plugin/shipped.h"

#include <pthread.h>

#include "model/plugins.h"

// in the order of the reference's plugin libraries
static const mjpPlugin* const table[] = {
    &shipped_pid,  &shipped_cable, &shipped_touchGrid, &shipped_bolt,
    &shipped_bowl, &shipped_gear,  &shipped_nut,       &shipped_torus,
};

static void registerAll(void) {
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) plugins_add(table[i], true);
}

void shipped_register(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, registerAll);
}

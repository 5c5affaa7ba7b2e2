// The table of what ships.
#include "plugin/shipped.h"

#include <pthread.h>

#include "model/plugins.h"

static const mjpPlugin* const table[] = {NULL};

static void registerAll(void) {
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    if (table[i]) plugins_add(table[i], true);
  }
}

void shipped_register(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, registerAll);
}

// Failed assertions: error message with file and line; abort in debug, sanitizer and fuzz builds.
#include "base/assert.h"

#include <stdlib.h>
#include <string.h>

#include <sinew/api.h>

void assert_failed(const char* condition, const char* file, int line) {
  const char* src = strstr(file, "src/");
  mju_error("internal error at %s:%d: '%s' does not hold. This is a fault of Sinew; please report "
            "it with the model and the call that led here",
            src ? src : file, line, condition);
#ifdef SINEW_ASSERT_FULL
  abort();
#endif
}

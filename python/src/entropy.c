// arc4random_buf for the expat that wheels have linked in: that of the C library is there from
// glibc 2.36 on only, and nothing else in the module needs one that new.
#if defined(__linux__)
#define _DEFAULT_SOURCE  // getentropy is none of POSIX 2008
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

__attribute__((visibility("hidden"))) void arc4random_buf(void* buffer, size_t size);

void arc4random_buf(void* buffer, size_t size) {
  enum { MOST = 256 };  // bytes at a time
  for (size_t at = 0; at < size; at += MOST) {
    const size_t n = size - at < MOST ? size - at : MOST;
    if (getentropy((char*)buffer + at, n) != 0) abort();
  }
}
#else
typedef int entropy_is_elsewhere;
#endif

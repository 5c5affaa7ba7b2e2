// Macros with which programs mark memory for AddressSanitizer: nothing without it. Under the
// reference's header name.
#ifndef MUJOCO_MJSAN_H_
#define MUJOCO_MJSAN_H_

// gcc defines a macro, clang has a feature, builds may define it themselves
#if defined(__SANITIZE_ADDRESS__) && !defined(ADDRESS_SANITIZER)
#define ADDRESS_SANITIZER
#endif
#if defined(__has_feature) && !defined(ADDRESS_SANITIZER)
#if __has_feature(address_sanitizer)
#define ADDRESS_SANITIZER
#endif
#endif

#if defined(ADDRESS_SANITIZER) && !defined(_MSC_VER)
#ifndef mjUSEASAN
#define mjUSEASAN
#endif
#include <sanitizer/asan_interface.h>
#else
#ifndef ASAN_POISON_MEMORY_REGION
#define ASAN_POISON_MEMORY_REGION(addr, size) ((void)(addr), (void)(size))
#endif
#ifndef ASAN_UNPOISON_MEMORY_REGION
#define ASAN_UNPOISON_MEMORY_REGION(addr, size) ((void)(addr), (void)(size))
#endif
#endif

#endif

# Flags of every object in the project. The floating-point ones are part of the results: the same
# source must give the same bits in every build (docs/architecture.md, "Same bits everywhere").
add_library(sinew_flags INTERFACE)
target_compile_options(sinew_flags INTERFACE
  -ffp-contract=off -fno-math-errno -fno-trapping-math -fvisibility=hidden
  -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla)
if(EMSCRIPTEN)  # every engine of the last years has vectors of 128 bits
  target_compile_options(sinew_flags INTERFACE -msimd128)
endif()
target_compile_definitions(sinew_flags INTERFACE _POSIX_C_SOURCE=200809L)
if(SINEW_SANITIZE)
  target_compile_options(sinew_flags INTERFACE -fsanitize=${SINEW_SANITIZE} -fno-omit-frame-pointer -g1
    -fno-sanitize-recover=all)
  target_link_options(sinew_flags INTERFACE -fsanitize=${SINEW_SANITIZE})
endif()
if(SINEW_FUZZ)
  target_compile_options(sinew_flags INTERFACE -fsanitize=fuzzer-no-link,${SINEW_FUZZ_SANITIZE}
    -fno-omit-frame-pointer -g -fno-sanitize-recover=all)
  if(SINEW_FUZZ_SANITIZE STREQUAL "memory")
    # libraries that call back are not instrumented: arguments are checked where they are passed
    target_compile_options(sinew_flags INTERFACE -fsanitize-memory-param-retval)
  else()
    # clang counts NULL + 0, the address of an empty array, as a pointer overflow
    target_compile_options(sinew_flags INTERFACE -fno-sanitize=pointer-overflow)
  endif()
  target_link_options(sinew_flags INTERFACE -fsanitize=${SINEW_FUZZ_SANITIZE})
endif()
# all assertions (base/assert.h) where faults are looked for
if(SINEW_SANITIZE OR SINEW_FUZZ OR CMAKE_BUILD_TYPE STREQUAL "Debug")
  target_compile_definitions(sinew_flags INTERFACE SINEW_ASSERT_FULL)
endif()

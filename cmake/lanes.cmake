# Lane-generic sources are compiled once per (width, instruction set). base/lane.h reads LANE_W and
# LANE_SUFFIX; every external name of such a file ends in the suffix.
#   lane_variant(<target> <width> <suffix> <list of flags> <sources...>)
set(SINEW_LANE_FLAGS -O3 -Wno-psabi)
if(SINEW_SANITIZE)
  set(SINEW_LANE_FLAGS -O1 -Wno-psabi)  # instrumented code takes long to optimise
endif()
# tuned for CPUs that have the instructions; this orders them, it changes no bit
set(SINEW_AVX2_FLAGS -mavx2 -mtune=haswell)
set(SINEW_AVX512_FLAGS -mavx512f -mavx512dq -mavx512vl -mavx512bw -mprefer-vector-width=512 -mtune=icelake-server)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND CMAKE_C_COMPILER_VERSION VERSION_GREATER_EQUAL 12)
  list(APPEND SINEW_AVX2_FLAGS -mmove-max=256 -mstore-max=256)
  list(APPEND SINEW_AVX512_FLAGS -mmove-max=512 -mstore-max=512)
endif()

# Widths beyond one: 4 with AVX2 and 8 with AVX-512; 2 in the 128-bit registers of arm64 and WebAssembly. x86-64 has
# such registers too, but few machines without AVX2, and this width takes long to build: there the tests alone have it.
set(SINEW_X86 OFF)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|amd64")
  set(SINEW_X86 ON)
endif()
set(SINEW_HAS_PAIRS OFF)
if(EMSCRIPTEN OR CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64|ARM64")
  set(SINEW_HAS_PAIRS ON)
endif()
option(SINEW_PAIRS "steps of 2 worlds at once" ${SINEW_HAS_PAIRS})
if(SINEW_TESTS)
  set(SINEW_PAIRS ON)
endif()

function(lane_variant target width suffix flags)
  add_library(${target} OBJECT ${ARGN})
  target_compile_definitions(${target} PRIVATE LANE_W=${width} LANE_SUFFIX=${suffix})
  target_compile_options(${target} PRIVATE ${SINEW_LANE_FLAGS} ${flags})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${target} PRIVATE sinew_flags)
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
endfunction()

# lane_variants(<variable> <prefix> <sources...>): targets <prefix>_<suffix> of all widths beyond one, as base/cpu.h
# lists them
function(lane_variants variable prefix)
  set(targets "")
  if(SINEW_PAIRS)
    lane_variant(${prefix}_w2 2 w2 "" ${ARGN})
    list(APPEND targets ${prefix}_w2)
  endif()
  if(SINEW_X86)
    lane_variant(${prefix}_w4_avx2 4 w4_avx2 "${SINEW_AVX2_FLAGS}" ${ARGN})
    lane_variant(${prefix}_w8_avx512 8 w8_avx512 "${SINEW_AVX512_FLAGS}" ${ARGN})
    list(APPEND targets ${prefix}_w4_avx2 ${prefix}_w8_avx512)
  endif()
  set(${variable} ${targets} PARENT_SCOPE)
endfunction()

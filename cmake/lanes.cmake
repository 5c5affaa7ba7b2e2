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

function(lane_variant target width suffix flags)
  add_library(${target} OBJECT ${ARGN})
  target_compile_definitions(${target} PRIVATE LANE_W=${width} LANE_SUFFIX=${suffix})
  target_compile_options(${target} PRIVATE ${SINEW_LANE_FLAGS} ${flags})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${target} PRIVATE sinew_flags)
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
endfunction()

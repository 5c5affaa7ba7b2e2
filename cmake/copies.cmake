# Two copies of the run-time code in one library: for any x86-64 and for AVX2, the same bits in both. The copies are
# joined into an object each, cmake/copies.sh gives their names suffixes and writes the doors, which jump to the copy
# that fits the machine. No ifunc: not every C library has it, and a jump through a table needs no loader's help.
# Sanitizers and debug builds look for faults in the source and have one copy.
#   SINEW_COPIES   whether there are two; two_copies(<variable> <base targets> <avx2 targets> <outside targets>)
#   SINEW_LTO      each copy is optimised as a whole when it is joined, by clang and lld (tools/release.sh)
set(SINEW_CAN_COPY OFF)
if(SINEW_X86 AND CMAKE_EXECUTABLE_FORMAT STREQUAL "ELF" AND CMAKE_OBJCOPY
   AND CMAKE_LINKER AND CMAKE_READELF AND CMAKE_NM AND NOT SINEW_SANITIZE AND NOT SINEW_FUZZ
   AND NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
  set(SINEW_CAN_COPY ON)
endif()
option(SINEW_COPIES "a second copy of the run-time code, for AVX2" ${SINEW_CAN_COPY})
option(SINEW_LTO "optimise each copy over its files; with clang and lld" OFF)
set(SINEW_JOIN ${CMAKE_LINKER} -r)
if(SINEW_LTO)
  list(APPEND SINEW_JOIN --lto-O3)
endif()

# join(<file> <object libraries...>): one object of many
function(join file)
  files_of(objects ${ARGN})
  add_custom_command(OUTPUT ${file} COMMAND ${SINEW_JOIN} -o ${file} ${objects}
    DEPENDS ${ARGN} ${objects} COMMAND_EXPAND_LISTS VERBATIM COMMENT "Joining ${file}")
endfunction()

# two_copies(<variable> <base targets> <avx2 targets> <outside targets>): the objects of both copies and of their doors
function(two_copies variable base avx2 outside)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/copies)
  file(MAKE_DIRECTORY ${folder})
  if(SINEW_LTO)
    foreach(target ${base} ${avx2})
      target_compile_options(${target} PRIVATE -flto)
    endforeach()
  endif()
  join(${folder}/base_joined.o ${base})
  join(${folder}/avx2_joined.o ${avx2})
  files_of(asking ${outside})
  add_custom_command(OUTPUT ${folder}/base.o ${folder}/avx2.o ${folder}/doors.c
    COMMAND ${PROJECT_SOURCE_DIR}/cmake/copies.sh ${CMAKE_READELF} ${CMAKE_NM} ${CMAKE_OBJCOPY} ${folder}
      ${folder}/base_joined.o ${folder}/avx2_joined.o ${asking}
    DEPENDS ${PROJECT_SOURCE_DIR}/cmake/copies.sh ${folder}/base_joined.o ${folder}/avx2_joined.o ${outside} ${asking}
    COMMAND_EXPAND_LISTS VERBATIM COMMENT "Doors to the copies for any machine and for AVX2")
  # several libraries are made of these files: one target makes them first
  add_custom_target(sinew_copies DEPENDS ${folder}/base.o ${folder}/avx2.o ${folder}/doors.c)
  objects(doors_object ${folder}/doors.c)
  add_dependencies(doors_object sinew_copies)
  set(${variable} ${folder}/base.o ${folder}/avx2.o PARENT_SCOPE)
endfunction()

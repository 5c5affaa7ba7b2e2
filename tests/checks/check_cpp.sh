#!/bin/sh
# C++ programs that use strings and vectors of editable models as std::string and std::vector:
# compiled without warnings by g++ and clang++, linked to the library, run. That a loop over strings
# by `const std::string&` makes copies is true, and allowed.
#   check_cpp.sh LIBRARY         the shared library
#   SINEW_SKIP_CLANG=1           allows clang++ to be missing; otherwise that is a failure
#   CXX, CLANGXX                 compilers, default g++, clang++
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
status=0
for compiler in "${CXX:-g++}" "${CLANGXX:-clang++}"; do
  if ! command -v "$compiler" > /dev/null; then
    echo "$compiler is missing"
    [ "${SINEW_SKIP_CLANG:-0}" = 1 ] && [ "$compiler" = "${CLANGXX:-clang++}" ] || status=1
    continue
  fi
  for standard in c++17 c++20; do
    echo "$compiler -std=$standard"
    "$compiler" -std=$standard -Wall -Wextra -Wpedantic -Werror -Wno-range-loop-construct \
      -I"$root/include" -I"$root/compat" \
      "$root/tests/headers/spec_types.cpp" "$1" -Wl,-rpath,"$(dirname "$1")" -o "$work/program" &&
      "$work/program" "$root/models/hand.xml" || status=1
  done
done
exit $status

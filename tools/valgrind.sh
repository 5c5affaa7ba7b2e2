#!/bin/sh
# Runs the test programs of a debug build under valgrind. usage: tools/valgrind.sh BUILD_FOLDER JOBS
set -u
cmake --preset debug -DSINEW_TESTS=ON >/dev/null && cmake --build "$1" -j "$2" -- --no-print-directory -s || exit 1
bad=0
for program in "$1"/tests/test_*; do
  [ -x "$program" ] && [ -f "$program" ] || continue
  if ! SINEW_LONG= valgrind -q --error-exitcode=9 --leak-check=full "$program" >/dev/null 2>&1; then
    echo "valgrind: $(basename "$program") failed"
    bad=1
  fi
done
[ "$bad" = 0 ] && echo "valgrind: clean"
exit "$bad"

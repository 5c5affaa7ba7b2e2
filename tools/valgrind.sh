#!/bin/sh
# Runs the test programs of a build under valgrind, with fewer random points where tests have many.
# usage: tools/valgrind.sh BUILD_FOLDER JOBS
set -u
check() {
  if ! SINEW_LONG= SINEW_QUICK=1 timeout 1200 valgrind -q --error-exitcode=9 --leak-check=full "$1" >/dev/null 2>&1; then
    echo "valgrind: $(basename "$1") failed"
    exit 1
  fi
}
case ${3:-} in
  "") find "$1/tests" -maxdepth 1 -name 'test_*' -type f -perm -u+x | xargs -P "$2" -I{} "$0" "$1" 1 {} || exit 1
      echo "valgrind: clean" ;;
  *) check "$3" ;;
esac

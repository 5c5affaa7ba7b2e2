#!/bin/sh
# Builds what is installed: libraries, program, manual page. Says nothing unless it is the first build,
# the compiler warns or something fails.
# usage: tools/build.sh BUILD_FOLDER JOBS
set -eu
build=$1
unset MAKEFLAGS MAKELEVEL  # make -j of the caller: its jobs are not ours, the number is in JOBS
log=$build/build.log
[ -x "$build/sinew" ] || echo "building Sinew in $build"
if ! cmake --build "$build" -j "$2" --target sinew sinew_static sinew_core sinew_program \
       sinew_manual >"$log" 2>&1; then
  cat "$log" >&2
  echo "the build failed; see above" >&2
  exit 1
fi
grep -A5 'warning:' "$log" || true

#!/bin/sh
# Builds sinew-mpi, the program for many processes, and runs its tests: 1, 2 and 3 processes give one
# hash, also when they are killed and resumed. Exits with 77 where there is no MPI library.
# usage: tools/mpi.sh BUILD_FOLDER JOBS [test]
set -eu
build=$1
if ! command -v mpicc >/dev/null || ! command -v mpirun >/dev/null; then
  echo "mpi: mpicc or mpirun is not installed (tools/setup.sh mpi)" >&2
  exit 77
fi
mkdir -p "$build"
log=$build/build.log
if ! { cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release -DSINEW_TESTS=OFF -DSINEW_BENCH=OFF -DSINEW_MPI=ON &&
       cmake --build "$build" -j "$2" --target sinew_mpi sinew_program; } >"$log" 2>&1; then
  cat "$log" >&2
  echo "the build failed; see above" >&2
  exit 1
fi
grep -A5 'warning:' "$log" || true
case ${3:-} in
  test) exec python3 tests/checks/check_rollout.py "$build/sinew" "$build/sinew-mpi" ;;
  *) echo "mpi: $build/sinew-mpi is built; mpirun -n 4 $build/sinew-mpi rollout MODEL ..." ;;
esac

#!/bin/sh
# The fuzz targets under clang's MemorySanitizer, which finds decisions on memory that nobody wrote: the kept
# inputs once, then mutants of the kept models and programs of calls.
# usage: tools/msan.sh BUILD JOBS
set -eu
build=$1
jobs=$2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
cmake -S . -B "$build" -DCMAKE_C_COMPILER=clang -DSINEW_FUZZ=ON -DSINEW_FUZZ_SANITIZE=memory \
  -DSINEW_TESTS=OFF -DSINEW_BENCH=OFF -DSINEW_CLI=OFF >"$log" 2>&1 &&
  cmake --build "$build" -j "$jobs" >"$log" 2>&1 || { cat "$log"; exit 1; }

# one line of a run, or all of it if it fails
run() {
  name=$1
  shift
  "$@" >"$log" 2>&1 || { cat "$log"; echo "msan: $name failed"; exit 1; }
  echo "msan: $name: $(tail -1 "$log")"
}

for target in mjcf urdf mesh png binary zip calls; do
  run "$target" "$build/fuzz/fuzz_$target" -runs=0 "fuzz/corpus/$target"
done
run "mutants" "$build/fuzz/fuzz_count" models 20000 1 fuzz/corpus/mjcf tests/data/mjcf
run "programs" "$build/fuzz/fuzz_count" calls 100000 1

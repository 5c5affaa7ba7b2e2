#!/bin/sh
# Builds and runs all tests: release, then under AddressSanitizer and UndefinedBehaviorSanitizer, then
# those of the Python module, then the shared conformance suite if it stands beside the project; "long"
# adds other sanitizers, compilers and machines, packages in a fresh Debian, and the tasks of other packages. Ends with "check: N
# passed, M failed".
# usage: tools/check.sh JOBS [long]
set -u
jobs=$1
[ "${2:-}" = long ] && export SINEW_LONG=1
passed=0
failed=0

# count LOG: adds the numbers of ctest's summary line
count() {
  line=$(grep -E 'tests? failed out of' "$1" | tail -1)
  bad=$(echo "$line" | sed -n 's/.* \([0-9][0-9]*\) tests\{0,1\} failed out of.*/\1/p')
  all=$(echo "$line" | sed -n 's/.*out of \([0-9][0-9]*\).*/\1/p')
  if [ -z "$bad" ] || [ -z "$all" ]; then
    echo "check: no summary from ctest"
    failed=$((failed + 1))
    return
  fi
  passed=$((passed + all - bad))
  failed=$((failed + bad))
}

# run PRESET [ctest options]: configure, build, test
run() {
  preset=$1
  shift
  echo "== $preset"
  log=$(mktemp)
  bench=OFF
  [ "$preset" = release ] && bench=ON
  if cmake --preset "$preset" -DSINEW_TESTS=ON -DSINEW_BENCH=$bench >"$log" 2>&1 &&
     cmake --build "build/$preset" -j "$jobs" >"$log" 2>&1; then
    ctest --preset "$preset" -j "$jobs" "$@" 2>&1 | tee "$log"
    count "$log"
  else
    cat "$log"
    echo "check: the $preset build failed"
    failed=$((failed + 1))
  fi
  rm -f "$log"
}

# step NAME COMMAND...: one more thing to pass; 77 says that it cannot be done on this machine
step() {
  echo "== $1"
  shift
  "$@"
  case $? in
    0) passed=$((passed + 1)) ;;
    77) echo "check: left out" ;;
    *) failed=$((failed + 1)) ;;
  esac
}

start=$(date +%s)
run release
# lanes of PGS and CG are compared whole in the release; test_batch_models takes the sanitizers through them
if [ -n "${SINEW_LONG:-}" ]; then run asan -LE script; else run asan -LE script -E '^test_lane_(pgs|cg)$'; fi
if [ -n "${SINEW_LONG:-}" ]; then
  run tsan -R 'test_(pool|threads|threadpool|asset_cache|error_mode)$'
  step msan tools/msan.sh build/msan "$jobs"
  step valgrind tools/valgrind.sh build/release "$jobs"
  tools/setup.sh mpi || true
  step mpi tools/mpi.sh build/mpi "$jobs" test
  tools/setup.sh compilers
  step warnings python3 tools/warnings.py build/release
  step builds tools/builds.sh build/release "$jobs"
  step arm64 tools/cross.sh arm64 build/release
  step wasm tools/cross.sh wasm build/release
  tools/setup.sh wheel view wasm fresh
  step dist tools/dist.sh build/dist "$jobs"
  step debian tools/debian.sh build/dist build/debian
fi
step python tools/python.sh build/release "$jobs" test  # with the library that is built there already
if [ -n "${SINEW_LONG:-}" ]; then
  tools/setup.sh wheel
  step peers tools/peers.sh build/peers "$jobs"
  step typing tools/typing.sh build/typing build/release
fi
step conformance tools/conformance.sh build/release
echo "== $(($(date +%s) - start)) s"
echo "check: $passed passed, $failed failed"
[ "$failed" = 0 ]

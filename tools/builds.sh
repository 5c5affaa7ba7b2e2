#!/bin/sh
# Same bits in every build: states of simulations from gcc's build and from clang's with and without a profile,
# each as on machines without AVX2, with it and with AVX-512. Two lists are compared: hash.txt, of single
# worlds, and batches, whose lanes the machine chooses (tests/whole/test_golden_hash.c).
# usage: tools/builds.sh GCC_BUILD JOBS    exits with 77 where clang cannot be had
set -eu
cd "$(dirname "$0")/.."
gcc=$1
jobs=$2
tools/setup.sh release || true
status=0
tools/release.sh --tests build/clang "$jobs" || status=$?
[ $status = 0 ] || exit $status
tools/release.sh --tests --plain build/clang_plain "$jobs"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
runs=0
for build in "$gcc" build/clang build/clang_plain; do
  for cpu in base avx2 avx512; do
    grep -q " $cpu" /proc/cpuinfo || [ $cpu = base ] || { echo "builds: this CPU has no $cpu"; continue; }
    runs=$((runs + 1))
    if ! SINEW_CPU=$cpu "$build/tests/test_golden_hash" >"$folder/log" 2>&1; then
      echo "DIFFERS: $build as with $cpu"
      grep -A2 differs "$folder/log" | head -9
      failed=$((failed + 1))
    fi
    SINEW_CPU=$cpu "$build/tests/test_golden_hash" batch >"$folder/batch"
    [ -f "$folder/first" ] || cp "$folder/batch" "$folder/first"
    if ! [ -s "$folder/batch" ] || ! cmp -s "$folder/first" "$folder/batch"; then
      echo "DIFFERS: batches of $build as with $cpu"
      failed=$((failed + 1))
    fi
  done
done
echo "builds: $runs, each with hash.txt and $(wc -l <"$folder/first") batches; $failed differ"
[ $failed = 0 ]

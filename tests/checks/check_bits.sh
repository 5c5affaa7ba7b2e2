#!/bin/bash
# Same bits everywhere: builds the lane kernels with gcc and clang at -O0, -O2 and -O3, and as `make
# release` does with its own clang (tools/release.sh), for all six variants (width, instruction set),
# runs those that this CPU supports, and compares the hash of every kernel. A missing clang is an
# error unless SINEW_SKIP_CLANG=1.
#   tests/checks/check_bits.sh             compare
#   tests/checks/check_bits.sh --golden    print the table of tests/base/lanes/lane_golden.h
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 unsupported=77

# variant name, width, width that the CPU must have, flags
variants="w1 1 1
w2 2 1
w4_base 4 1
w8_base 8 1"
if [ "$(uname -m)" = x86_64 ]; then
  variants="$variants
w4_avx2 4 4 -mavx2
w8_avx512 8 8 -mavx512f -mavx512dq -mavx512vl -mavx512bw -mprefer-vector-width=512"
fi

build_run() {  # compiler level variant width needs flags...
  local out="$work/$1$2-$3" cc=$1 level=$2 name=$3 width=$4 needs=$5
  shift 5
  local common="-std=c17 $level -ffp-contract=off -fno-math-errno -fno-trapping-math -Wno-psabi
    -D_POSIX_C_SOURCE=200809L -I$root/src -I$root/include -I$root/tests/base/lanes"
  # -O0 also takes the path of compilers without 128-bit integers
  local plain=
  [ "$level" = -O0 ] && plain=-U__SIZEOF_INT128__
  # the plain files are compiled without the variant's instruction set, as in the library
  $cc $common "$@" -DLANE_W="$width" -DLANE_SUFFIX="$name" -c "$root/tests/base/lanes/lane_kernels.lane.c" \
    -o "$out.o" &&
    $cc $common $plain -DLANE_TABLE="lane_table_$name" -DLANE_TABLE_NEEDS="$needs" "$out.o" \
      "$root/tests/base/lanes/lane_hash.c" "$root/src/math/trig_reduce.c" "$root/src/base/cpu.c" \
      -o "$out.exe" || { echo build >"$out.rc"; return; }
  "$out.exe" >"$out.txt"
  echo $? >"$out.rc"
}
export -f build_run
export work root

release=clang-$(sed -n 's/^version=//p' "$root/tools/release.sh")
builds= levels="-O0 -O2 -O3"
for cc in gcc clang "$release"; do
  if command -v "$cc" >/dev/null; then
    [ "$cc" = "$release" ] && levels=-O3
    for level in $levels; do builds="$builds$cc $level
"; done
  elif [ "${SINEW_SKIP_CLANG:-0}" = 1 ]; then
    echo "not compared, $cc is not installed (SINEW_SKIP_CLANG=1)"
  else
    echo "$cc is not installed; install it, or set SINEW_SKIP_CLANG=1 to leave it out"
    echo "0 passed, 1 failed"
    exit 1
  fi
done
if [ "${1:-}" = --golden ]; then
  build_run gcc -O2 w1 1 1
  cat "$work/gcc-O2-w1.txt"
  exit
fi

jobs=$(while read -r build; do
  while read -r line; do echo "$build $line"; done <<<"$variants"
done <<<"${builds%?}")
# the slowest first, so that no core waits at the end
sort -k3,3r <<<"$jobs" | xargs -P "$(nproc)" -I{} bash -c 'build_run {}'

reference="$work/gcc-O0-w1.txt"
while read -r cc level name _; do
  build="$work/$cc$level-$name" label="$cc $level $name"
  rc=$(cat "$build.rc" 2>/dev/null || echo missing)
  if [ "$rc" = $unsupported ]; then
    echo "not run, the CPU cannot: $label"
  elif [ "$rc" != 0 ]; then
    echo "FAILED ($rc): $label"
    failed=$((failed + 1))
  elif [ ! -s "$build.txt" ] || ! cmp -s "$reference" "$build.txt"; then
    echo "DIFFERS: $label: $(diff "$reference" "$build.txt" | grep '^>' | cut -d'"' -f2 | xargs)"
    failed=$((failed + 1))
  else
    passed=$((passed + 1))
  fi
done <<<"$jobs"
echo "$(wc -l <"$reference") kernels in each of the builds"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]

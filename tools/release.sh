#!/bin/sh
# The fastest build: clang, optimised over files, with a second copy for AVX2 and guided by a profile. A
# first build counts what our own models do (bench/train.c); the second one is compiled by it. The profile
# is kept and made anew when a source has changed. Ends by comparing bits with those of every other build.
# usage: tools/release.sh [--plain] [--tests] FOLDER JOBS    -> FOLDER: libraries, program, manual page
# --plain: without the profile; --tests: with the test of the golden hashes. Exits with 77 without clang.
set -eu
cd "$(dirname "$0")/.."
plain=
tests=OFF
while [ $# -gt 2 ]; do
  case $1 in
    --plain) plain=1 ;;
    --tests) tests=ON ;;
    *) echo "usage: tools/release.sh [--plain] [--tests] FOLDER JOBS" >&2; exit 2 ;;
  esac
  shift
done
folder=$1
jobs=$2
version=19
bin=$(llvm-config-$version --bindir 2>/dev/null) || {
  echo "release: clang-$version, lld-$version and llvm-$version are needed" >&2
  exit 77
}
log=$folder/build.log
profile=$PWD/$folder/sinew.profdata
mkdir -p "$folder"
: >"$log"

# logged COMMAND...: says something if it fails only
logged() {
  "$@" >>"$log" 2>&1 && return
  tail -30 "$log" >&2
  echo "release: the build failed; see $log" >&2
  exit 1
}

# configure FOLDER OPTIONS...
configure() {
  build=$1
  shift
  logged cmake -S . -B "$build" -DCMAKE_C_COMPILER="$bin/clang" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_C_FLAGS_RELEASE=-O3 -DCMAKE_LINKER="$bin/ld.lld" -DCMAKE_OBJCOPY="$bin/llvm-objcopy" \
    -DCMAKE_NM="$bin/llvm-nm" -DCMAKE_READELF="$bin/llvm-readelf" -DCMAKE_AR="$bin/llvm-ar" \
    -DCMAKE_RANLIB="$bin/llvm-ranlib" -DSINEW_BENCH=ON "$@"
}

# what the profile depends on
sources() {
  find src include bench/train.c bench/fine_meshes.xml tests/support/state_hash.h -type f | LC_ALL=C sort | xargs cat | cksum
}

train() {
  echo "building Sinew in $folder: first for a profile"
  rm -rf "$folder/counts"
  configure "$folder/train" -DSINEW_COPIES=OFF -DSINEW_TESTS=OFF -DSINEW_CLI=OFF \
    -DCMAKE_C_FLAGS="-fprofile-generate=$PWD/$folder/counts"
  logged cmake --build "$folder/train" -j "$jobs" --target train
  logged "$folder/train/bench/train" "$PWD"
  logged "$bin/llvm-profdata" merge -o "$profile" "$folder/counts"
  sources >"$profile.key"
  anew=--clean-first  # objects of two profiles do not link
}

flags=
anew=
if [ -z "$plain" ]; then
  [ "$(cat "$profile.key" 2>/dev/null)" = "$(sources)" ] || train
  # some functions for AVX2 are other ones than those that were counted
  flags="-fprofile-use=$profile -Wno-profile-instr-unprofiled -Wno-profile-instr-out-of-date -Wno-backend-plugin"
fi
echo "building Sinew in $folder"
configure "$folder" -DSINEW_COPIES=ON -DSINEW_LTO=ON -DSINEW_TESTS=$tests -DCMAKE_C_FLAGS="$flags"
targets="sinew sinew_static sinew_core sinew_program sinew_manual train"
[ $tests = OFF ] || targets="$targets test_golden_hash"
logged cmake --build "$folder" -j "$jobs" $anew --target $targets
grep -A5 'warning:' "$log" || true
for cpu in base avx512; do
  logged env SINEW_CPU=$cpu "$folder/bench/train" "$PWD"
done

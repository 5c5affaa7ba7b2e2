#!/bin/sh
# The fastest build: clang, optimised over files, with a second copy for AVX2 and guided by a profile. A
# first build counts what our own models do (bench/train.c); the second one is compiled by it. The profile
# is kept and made anew when a source has changed. Same bits as every other build.
# usage: tools/release.sh FOLDER JOBS [plain]    -> FOLDER: libraries, program, manual page, test of the golden bits
# plain: without the profile, for comparison
set -eu
cd "$(dirname "$0")/.."
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
    -DCMAKE_RANLIB="$bin/llvm-ranlib" "$@"
}

: >"$log"
sources=$(find src include bench/train.c tests/support/state_hash.h -type f | LC_ALL=C sort | xargs sha256sum |
  sha256sum | cut -d' ' -f1)
use="-fprofile-use=$profile -Wno-profile-instr-unprofiled -Wno-profile-instr-out-of-date"
if [ "${3:-}" = plain ]; then
  use=
elif [ "$(cat "$profile.key" 2>/dev/null)" != "$sources" ]; then
  echo "building Sinew in $folder: first for a profile"
  rm -rf "$folder/counts"
  configure "$folder/train" -DSINEW_COPIES=OFF -DSINEW_TESTS=OFF -DSINEW_BENCH=ON -DSINEW_CLI=OFF \
    -DCMAKE_C_FLAGS="-fprofile-generate=$PWD/$folder/counts"
  logged cmake --build "$folder/train" -j "$jobs" --target train
  logged "$folder/train/bench/train" "$PWD"
  logged "$bin/llvm-profdata" merge -o "$profile" "$folder/counts"
  echo "$sources" >"$profile.key"
fi
echo "building Sinew in $folder"
configure "$folder" -DSINEW_COPIES=ON -DSINEW_LTO=ON -DSINEW_TESTS=ON -DSINEW_BENCH=OFF \
  -DCMAKE_C_FLAGS="$use"
logged cmake --build "$folder" -j "$jobs" --target sinew sinew_static sinew_core sinew_program sinew_manual \
  test_golden_hash
grep -A5 'warning:' "$log" || true

#!/bin/sh
# The core library alone: it asks for no XML, image or hull library, a program links with it, the C
# library and threads, and steps binary models to the same bits as with the whole library. A build
# without the loader does not look for those libraries. Ends with "N passed, M failed".
# usage: check_core.sh BUILD_FOLDER
set -u
build=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
. "$root/tools/try.sh"
compile="${CC:-cc} -std=c17 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Werror -I$root/include"
foreign='^(XML_|png_|qh_|qh[A-Z])'

undefined() { nm -u "$1" | awk '$1 == "U" {print $2}' | sort -u; }
undefined "$build/libsinew_core.a" >"$tmp/core"
undefined "$build/libsinew.a" >"$tmp/whole"
nm -g --defined-only "$build/libsinew_core.a" | awk 'NF == 3 {print $3}' >"$tmp/defined"
for library in XML_ png_ qh_; do
  try "the whole library has symbols $library..." grep -q "^$library" "$tmp/whole"
done
try "no undefined symbol of another library" sh -c "! grep -E '$foreign' '$tmp/core'"
try "only public names" sh -c "! grep -vE '^(mj|sn_)' '$tmp/defined'"
for symbol in mj_loadModel mj_step mj_inverse mj_saveModel; do
  try "the core has $symbol" grep -qx "$symbol" "$tmp/defined"
done
for symbol in mj_loadXML mj_parseXMLString mjs_addBody mj_saveLastXML; do
  try "the core has no $symbol" sh -c "! grep -qx $symbol '$tmp/defined'"
done

try "a program with the core alone" $compile "$root/tests/checks/core_steps.c" -o "$tmp/alone" \
  "$build/libsinew_core.a" -lm -pthread
try "the same program with all" $compile "$root/tests/checks/core_steps.c" -o "$tmp/all" \
  "$build/libsinew.a" -lexpat -lpng -lqhull_r -lm -pthread
try "it needs the C library only" sh -c "readelf -d '$tmp/alone' | grep NEEDED >'$tmp/needed' &&
  ! grep -vE 'lib(c|m|pthread|gcc_s)\.so|ld-linux' '$tmp/needed'"

for model in "$root"/models/*.xml "$root"/tests/scenes/*.xml "$root"/tests/data/mjcf/mesh_file.xml; do
  scene=$(basename "$model" .xml)
  try "compile $scene" "$build/sinew" compile "$model" "$tmp/$scene.snb"
  try "$scene with the core" sh -c "'$tmp/alone' '$tmp/$scene.snb' 200 >'$tmp/$scene.alone'"
  try "$scene with all" sh -c "'$tmp/all' '$tmp/$scene.snb' 200 >'$tmp/$scene.all'"
  try "$scene: a state came" test "$(wc -l <"$tmp/$scene.all")" -gt 1
  try "$scene: the same bits" cmp "$tmp/$scene.alone" "$tmp/$scene.all"
done

hidden=
for package in EXPAT PNG Qhull; do
  hidden="$hidden -DCMAKE_DISABLE_FIND_PACKAGE_$package=ON"
done
try "a build without the loader and its libraries" cmake -S "$root" -B "$tmp/core_build" -DSINEW_LOADER=OFF $hidden
try "the loader needs them" sh -c "! cmake -S '$root' -B '$tmp/whole_build' $hidden"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]

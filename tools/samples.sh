#!/bin/sh
# Builds MuJoCo's sample programs against an installed Sinew, unchanged, with find_package(mujoco) and
# with pkg-config mujoco, and runs them on the sample models. Ends with "N passed, M failed".
# usage: tools/samples.sh FOLDER [BUILD_FOLDER]
#   FOLDER        holds testspeed.cc, compile.cc and dependencies.cc of MuJoCo's sample/ folder (or
#                 speed.cc, convert.cc and files.cc, which do the same: tests/install)
#   BUILD_FOLDER  of Sinew, default build/release
set -u
[ $# -ge 1 ] || { sed -n '2,8s/^# //p' "$0"; exit 2; }
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
folder=$(CDPATH='' cd -- "$1" && pwd) || exit 2
build=${2:-$root/build/release}
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
. "$root/tools/try.sh"

# source NAME...: the first that is there
source_of() {
  for name in "$@"; do
    [ -f "$folder/$name.cc" ] && { echo "$name"; return; }
  done
  echo "no $1.cc in $folder" >&2
}

speed=$(source_of testspeed speed)
convert=$(source_of compile convert)
files=$(source_of dependencies files)
[ -n "$speed" ] && [ -n "$convert" ] && [ -n "$files" ] || exit 2

try install cmake --install "$build" --prefix "$tmp/prefix"
libdir=$(dirname "$(find "$tmp/prefix" -name 'libsinew.so')")
export LD_LIBRARY_PATH="$libdir"

# by find_package, as a user's project does
mkdir -p "$tmp/project" "$tmp/cmake" "$tmp/pkgconfig"
cat >"$tmp/project/CMakeLists.txt" <<EOF
cmake_minimum_required(VERSION 3.16)
project(samples LANGUAGES CXX)
set(CMAKE_CXX_STANDARD 17)
find_package(mujoco 3.0 REQUIRED)
find_package(Threads REQUIRED)
foreach(name $speed $convert $files)
  add_executable(\${name} $folder/\${name}.cc)
  target_link_libraries(\${name} mujoco::mujoco Threads::Threads)
endforeach()
EOF
try "find_package(mujoco)" cmake -S "$tmp/project" -B "$tmp/cmake" -DCMAKE_PREFIX_PATH="$tmp/prefix"
try "build with find_package(mujoco)" cmake --build "$tmp/cmake"

# by pkg-config
flags=$(PKG_CONFIG_PATH="$libdir/pkgconfig" pkg-config --cflags --libs mujoco)
for name in $speed $convert $files; do
  # shellcheck disable=SC2086
  try "build $name with pkg-config mujoco" ${CXX:-c++} -std=c++17 "$folder/$name.cc" \
    -o "$tmp/pkgconfig/$name" $flags -pthread
done

for how in cmake pkgconfig; do
  bin=$tmp/$how
  for model in "$root"/models/*.xml; do
    out=$tmp/$how-$(basename "$model" .xml)
    try "$how: $speed $model" "$bin/$speed" "$model" 50 2 0.01 2
    try "$how: $convert $model to binary" "$bin/$convert" "$model" "$out.mjb"
    try "$how: $convert binary to text" "$bin/$convert" "$out.mjb" "$out.txt"
    try "$how: $convert $model to XML" "$bin/$convert" "$model" "$out.xml"
    try "$how: the outputs are there" test -s "$out.mjb" -a -s "$out.txt" -a -s "$out.xml"
    try "$how: $speed on the binary model" "$bin/$speed" "$out.mjb" 10
    try "$how: $files $model" sh -c "'$bin/$files' '$model' | grep -qF '$model'"
  done
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]

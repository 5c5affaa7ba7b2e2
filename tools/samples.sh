#!/bin/sh
# Builds MuJoCo's sample programs against an installed Sinew, unchanged, with find_package(mujoco) and
# with pkg-config mujoco, runs them on the sample models and looks at what they print and write. Ends
# with "N passed, M failed".
# usage: tools/samples.sh FOLDER [BUILD_FOLDER]
#   FOLDER        holds testspeed.cc, compile.cc and dependencies.cc of MuJoCo's sample/ folder (or
#                 speed.cc, convert.cc and files.cc, which do the same: tests/install)
#   BUILD_FOLDER  of Sinew, default build/release
set -u
[ $# -ge 1 ] || { sed -n '2,9s/^# //p' "$0"; exit 2; }
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

# A program that ends with 0 need not have done its work: what it prints and writes counts too.

# prints PATTERN COMMAND...: it ends with 0 and prints a line with the (extended) pattern, and no NaN
prints() {
  pattern=$1
  shift
  "$@" >"$tmp/out" 2>&1
  status=$?
  cat "$tmp/out"
  [ "$status" = 0 ] && grep -qE "$pattern" "$tmp/out" && ! grep -qiwE 'nan|inf' "$tmp/out"
}

# took N: pattern of the line that says that N steps were taken; the words of MuJoCo's program are its
# own, but an argument that is repeated does not count
took() {
  if [ "$speed" = speed ]; then
    echo "^$1 steps in [0-9.e-]+ s in each of [1-9]"
  else
    echo "(^|[^0-9.=])$1 .*[Ss]tep|[Ss]tep.*[^0-9.=]$1([^0-9.]|\$)"
  fi
}

# refuses STATUS COMMAND...: it says something, but not that it took 53 steps; ours end with STATUS
refuses() {
  wanted=$1
  shift
  "$@" >"$tmp/out" 2>&1
  status=$?
  cat "$tmp/out"
  echo "status $status"
  [ -s "$tmp/out" ] && [ "$status" -lt 126 ] && ! grep -qE "$(took 53)" "$tmp/out" &&
    { [ "$speed" != speed ] || [ "$status" = "$wanted" ]; }
}

# a model of several files
cat >"$tmp/whole.xml" <<EOF
<mujoco>
  <include file="part.xml"/>
  <asset><mesh name="rock" file="rock.obj"/></asset>
</mujoco>
EOF
echo '<mujoco><worldbody><geom size="1"/></worldbody></mujoco>' >"$tmp/part.xml"
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n' >"$tmp/rock.obj"

for how in cmake pkgconfig; do
  bin=$tmp/$how
  for model in "$root"/models/*.xml; do
    name=$(basename "$model" .xml)
    out=$tmp/$how-$name
    try "$how: $speed $model" prints "$(took 53)" "$bin/$speed" --nstep=53 --nthread=2 \
      --noisestd=0.01 --noiserate=0.2 --nenginethread=2 "$model"
    try "$how: $convert $model to binary" "$bin/$convert" "$model" "$out.mjb"
    try "$how: $convert binary to text" "$bin/$convert" "$out.mjb" "$out.txt"
    try "$how: $convert $model to XML" "$bin/$convert" "$model" "$out.xml"
    try "$how: the outputs are there" test -s "$out.mjb" -a -s "$out.txt" -a -s "$out.xml"
    try "$how: the text has the sizes of $name" grep -qE '^ *nbody +[1-9]' "$out.txt"
    try "$how: the XML is MJCF" grep -q '^<mujoco' "$out.xml"
    try "$how: $speed on the binary model" prints "$(took 17)" "$bin/$speed" --nstep=17 "$out.mjb"
    try "$how: $files $model" prints "^$model\$" "$bin/$files" "$model"
  done
  model=$root/models/humanoid.xml
  try "$how: options of physics" prints "$(took 53)" "$bin/$speed" --solver=CG --cone=Elliptic \
    --jacobian=Sparse --integrator=RK4 --iterations=20 --tolerance=1e-6 --sleep_tolerance=1e-3 \
    --noslip_iterations=2 --nstep=53 "$model"
  [ "$speed" != speed ] || try "$how: they hold" \
    grep -qx 'solver CG, cone Elliptic, jacobian Sparse, integrator RK4, at most 20 iterations' "$tmp/out"
  try "$how: $speed with a wrong option" refuses 2 "$bin/$speed" --nstep=53 --nosuch=1 "$model"
  try "$how: $speed with numbers for options" refuses 2 "$bin/$speed" "$model" 53 2 0.01 2
  try "$how: $speed without a model" refuses 2 "$bin/$speed" --nstep=53
  try "$how: $speed of no file" refuses 1 "$bin/$speed" --nstep=53 "$tmp/none.xml"
  for option in --nstep=0 --nstep=1.5 --nthread=x --noiserate= --solver=newest --cone; do
    [ "$speed" != speed ] || try "$how: $speed $option" refuses 2 "$bin/$speed" --nstep=53 "$option" "$model"
  done
  try "$how: $convert of no file" refuses 1 "$bin/$convert" "$tmp/none.xml" "$tmp/none.mjb"
  try "$how: nothing is written" test ! -e "$tmp/none.mjb"
  try "$how: $convert to no folder" refuses 1 "$bin/$convert" "$model" "$tmp/none/model.mjb"
  for file in whole.xml part.xml rock.obj; do
    try "$how: $files finds $file" prints "(^|/)$file\$" "$bin/$files" "$tmp/whole.xml"
  done
  try "$how: $files of no file" refuses 1 "$bin/$files" "$tmp/none.xml"
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]

#!/bin/sh
# Installs a build into an empty folder and builds a C and a C++ program outside the tree against it:
# by pkg-config and by find_package, with the shared and the static library and the core alone, with <sinew/sinew.h> and
# <mujoco/mujoco.h>, gcc and clang; with nothing but the shared library at hand; the examples as C and
# as C++; and programs like MuJoCo's samples through find_package(mujoco) and pkg-config mujoco. Ends
# with "N passed, M failed".
# usage: check_install.sh BUILD_FOLDER
set -u
build=$1
here=$(cd "$(dirname "$0")/.." && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
. "$here/../tools/try.sh"

try install cmake --install "$build" --prefix "$tmp/prefix"
libdir=$(dirname "$(find "$tmp/prefix" -name 'libsinew.a')")
export PKG_CONFIG_PATH="$libdir/pkgconfig" LD_LIBRARY_PATH="$libdir"
flags=$(pkg-config --cflags sinew)
shared=$(pkg-config --libs sinew)
core=$(pkg-config --libs sinew-core)
static="$libdir/libsinew.a $(pkg-config --static --libs-only-other sinew) $(pkg-config --static --libs-only-l sinew | sed 's/-lsinew//')"

compilers="gcc g++"
if command -v clang >/dev/null && command -v clang++ >/dev/null; then
  compilers="$compilers clang clang++"
elif [ -z "${SINEW_SKIP_CLANG:-}" ]; then
  echo "clang and clang++ are missing (SINEW_SKIP_CLANG=1 goes on without them)"
  failed=$((failed + 1))
fi

for cc in $compilers; do
  case $cc in
    *++) source=user.cc std=-std=c++17 ;;
    *) source=user.c std=-std=c17 ;;
  esac
  for header in sinew/sinew.h mujoco/mujoco.h; do
    for kind in shared static core; do
      case $kind in
        shared) libs=$shared ;;
        static) libs=$static ;;
        core) libs=$core ;;
      esac
      program="$tmp/$cc-$kind"
      try "$cc $kind <$header>" $cc $std -Wall -Wextra -Werror -DHEADER="<$header>" $flags \
        "$here/install/$source" -o "$program" $libs
      try "run $cc $kind <$header>" "$program"
    done
  done
done

try "find_package: configure" cmake -S "$here/install" -B "$tmp/user" -DCMAKE_PREFIX_PATH="$tmp/prefix"
try "find_package: build" cmake --build "$tmp/user"
for program in c_shared c_static c_core cxx_shared cxx_static cxx_core; do
  try "find_package: run $program" "$tmp/user/$program"
done
try "the program runs" "$tmp/prefix/bin/sinew" --version
share=$tmp/prefix/share
for file in doc/sinew/README.md doc/sinew/LICENSE doc/sinew/docs/api.md doc/sinew/examples/load_and_step.c \
    doc/sinew/docs/python.md doc/sinew/python/examples/lqr.py doc/sinew/models/humanoid.xml man/man1/sinew.1 bash-completion/completions/sinew zsh/site-functions/_sinew \
    fish/vendor_completions.d/sinew.fish; do
  try "$file is installed" test -s "$share/$file"
done
try "the manual page is that of the program" sh -c "'$build/sinew' help --man | cmp - '$share/man/man1/sinew.1'"
try "an installed example" cc $flags "$share/doc/sinew/examples/load_and_step.c" -o "$tmp/example" $shared
try "runs with an installed model" "$tmp/example" "$share/doc/sinew/models/pendulum.xml"
try "a build after a build says nothing" sh -c "out=\$('$here/../tools/build.sh' '$build' 2 2>&1) && [ -z \"\$out\" ]"

# nothing but the shared library: no static one, no development files of what is in it
shared_only=$tmp/shared_only
cp -r "$tmp/prefix" "$shared_only"
find "$shared_only" -name 'libsinew.a' -exec rm {} +
find "$shared_only" -name 'sinew_static_targets*' -exec rm {} +
only_flags=$(PKG_CONFIG_LIBDIR=$(dirname "$(find "$shared_only" -name 'sinew.pc')") \
  PKG_CONFIG_PATH='' pkg-config --cflags --libs sinew)
try "pkg-config without other packages" test -n "$only_flags"
try "the shared library alone: pkg-config" gcc -std=c17 -DHEADER='<sinew/sinew.h>' \
  "$here/install/user.c" -o "$tmp/only" $only_flags
hidden=
for package in Threads EXPAT PNG Qhull; do
  hidden="$hidden -DCMAKE_DISABLE_FIND_PACKAGE_$package=ON"
done
for prefix in "$shared_only" "$tmp/prefix"; do
  rm -rf "$tmp/only_user"
  try "the shared library alone: configure" cmake -S "$here/install" -B "$tmp/only_user" \
    -DCMAKE_PREFIX_PATH="$prefix" -DSHARED_ONLY=ON $hidden
  try "the shared library alone: build" cmake --build "$tmp/only_user"
  try "the shared library alone: run" "$tmp/only_user/cxx_shared"
done
try "COMPONENTS static says what is missing" sh -c "! cmake -S '$here/install' -B '$tmp/static_user' \
  -DCMAKE_PREFIX_PATH='$tmp/prefix' -DCMAKE_DISABLE_FIND_PACKAGE_Qhull=ON >'$tmp/text' 2>&1 &&
  grep -q 'needs the package Qhull' '$tmp/text'"

# examples: with what pkg-config prints, as C and as C++
for example in "$here"/../examples/*.c; do
  program=$(basename "$example" .c)
  try "example $program as C" gcc -std=c17 -Wall -Wextra -Werror "$example" -o "$tmp/$program" $flags $shared
  try "run example $program" sh -c "cd '$here/..' && '$tmp/$program'"
  try "example $program as C++" g++ -std=c++17 -Wall -Wextra -Werror -x c++ "$example" -x none \
    -o "$tmp/$program" $flags $shared
  try "run example $program as C++" sh -c "cd '$here/..' && '$tmp/$program'"
done

# under the name of MuJoCo
try "programs like MuJoCo's samples" "$here/../tools/samples.sh" "$here/install" "$build"
# a MuJoCo that is there stays
other=$tmp/other/$(basename "$libdir")
mkdir -p "$other/cmake/mujoco" "$other/pkgconfig"
echo "its own" | tee "$other/cmake/mujoco/mujocoConfig.cmake" >"$other/pkgconfig/mujoco.pc"
try "install beside a MuJoCo" sh -c "cmake --install '$build' --prefix '$tmp/other' >'$tmp/text' 2>&1"
try "it is said" grep -q 'A MuJoCo is installed here' "$tmp/text"
try "its package is left alone" sh -c "grep -q 'its own' '$other/pkgconfig/mujoco.pc' &&
  test \$(ls '$other/cmake/mujoco' | wc -l) = 1"
try "ours may be installed twice" sh -c "cmake --install '$build' --prefix '$tmp/prefix' >'$tmp/text' 2>&1 &&
  ! grep -q 'A MuJoCo' '$tmp/text'"

# the static libraries show a program no names but the API's
for library in libsinew.a libsinew_core.a; do
  nm -g --defined-only "$libdir/$library" | awk 'NF == 3 {print $3}' | grep -vE '^(mj|sn_)' >"$tmp/names"
  try "$library is there" test -s "$libdir/$library"
  try "only public names in $library" sh -c "! grep . '$tmp/names'"
done

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]

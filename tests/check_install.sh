#!/bin/sh
# Installs a build into an empty folder and builds a C and a C++ program outside the tree against it:
# by pkg-config and by find_package, with the shared and the static library, with <sinew/sinew.h> and
# <mujoco/mujoco.h>, gcc and clang. Ends with "N passed, M failed".
# usage: check_install.sh BUILD_FOLDER
set -u
build=$1
here=$(cd "$(dirname "$0")" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
passed=0
failed=0

# try NAME COMMAND...: counts the outcome
try() {
  name=$1
  shift
  if "$@" >"$tmp/log" 2>&1; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $name"
    cat "$tmp/log"
  fi
}

try install cmake --install "$build" --prefix "$tmp/prefix"
libdir=$(dirname "$(find "$tmp/prefix" -name 'libsinew.a')")
export PKG_CONFIG_PATH="$libdir/pkgconfig" LD_LIBRARY_PATH="$libdir"
flags=$(pkg-config --cflags sinew)
shared=$(pkg-config --libs sinew)
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
    for kind in shared static; do
      [ $kind = shared ] && libs=$shared || libs=$static
      program="$tmp/$cc-$kind"
      try "$cc $kind <$header>" $cc $std -Wall -Wextra -Werror -DHEADER="<$header>" $flags \
        "$here/install/$source" -o "$program" $libs
      try "run $cc $kind <$header>" "$program"
    done
  done
done

try "find_package: configure" cmake -S "$here/install" -B "$tmp/user" -DCMAKE_PREFIX_PATH="$tmp/prefix"
try "find_package: build" cmake --build "$tmp/user"
for program in c_shared c_static cxx_shared cxx_static; do
  try "find_package: run $program" "$tmp/user/$program"
done
try "the program runs" "$tmp/prefix/bin/sinew" --version
share=$tmp/prefix/share
for file in doc/sinew/README.md doc/sinew/LICENSE doc/sinew/docs/api.md doc/sinew/examples/load_and_step.c \
    doc/sinew/models/humanoid.xml man/man1/sinew.1 bash-completion/completions/sinew zsh/site-functions/_sinew \
    fish/vendor_completions.d/sinew.fish; do
  try "$file is installed" test -s "$share/$file"
done
try "the manual page is that of the program" sh -c "'$build/sinew' help --man | cmp - '$share/man/man1/sinew.1'"
try "an installed example" cc $flags "$share/doc/sinew/examples/load_and_step.c" -o "$tmp/example" $shared
try "runs with an installed model" "$tmp/example" "$share/doc/sinew/models/pendulum.xml"
try "a build after a build says nothing" sh -c "out=\$('$here/../tools/build.sh' '$build' 2 2>&1) && [ -z \"\$out\" ]"

# the static library shows a program no names but the API's
nm -g --defined-only "$libdir/libsinew.a" | awk 'NF == 3 {print $3}' | grep -vE '^(mj|sn_)' >"$tmp/names"
try "only public names in libsinew.a" sh -c "! grep . '$tmp/names'"

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]

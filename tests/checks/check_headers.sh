#!/bin/sh
# Public headers: each one compiles alone, without warnings, in C17 and C++17 with gcc and clang,
# and so do the headers that forward under the reference's names; their contents agree with the
# golden layout, and that with the specification if it is at hand (../shared beside the repository);
# each header under the reference's name declares alone what the reference's does.
#   check_headers.sh             run from anywhere
#   SINEW_SKIP_CLANG=1           allows clang to be missing; otherwise that is a failure
#   CC, CXX, CLANG, CLANGXX      compilers, default gcc, g++, clang, clang++
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
tmp=$work
. "$root/tools/try.sh"

# compile <compiler> <language> <standard>: every header alone, then all together
compile() {
  flags="-std=$3 -Wall -Wextra -Wpedantic -Werror -I$root/include -I$root/compat -fsyntax-only"
  for header in $headers; do
    # the typedef is there because C forbids an empty file
    printf '#include <%s>\ntypedef int afterHeader;\n' "$header" > "$work/alone"
    # shellcheck disable=SC2086
    try "$1 -std=$3: $header" "$1" -x "$2" $flags "$work/alone"
  done
  for header in $headers $headers; do
    printf '#include <%s>\n' "$header"
  done > "$work/all"
  echo 'typedef int afterHeader;' >> "$work/all"
  # shellcheck disable=SC2086
  try "$1 -std=$3: all headers, twice" "$1" -x "$2" $flags "$work/all"
}

headers=$(cd "$root/include" && echo sinew/*.h)" "$(cd "$root/compat" && echo mujoco/*.h)
for entry in "${CC:-gcc} c c17" "${CXX:-g++} c++ c++17" "${CLANG:-clang} c c17" \
             "${CLANGXX:-clang++} c++ c++17"; do
  # shellcheck disable=SC2086
  set -- $entry
  if command -v "$1" > "$work/out"; then
    compile "$1" "$2" "$3"
  elif [ "${SINEW_SKIP_CLANG:-0}" = 1 ] && { [ "$1" = "${CLANG:-clang}" ] ||
                                             [ "$1" = "${CLANGXX:-clang++}" ]; }; then
    echo "$1 is missing and SINEW_SKIP_CLANG=1 is set: not tried"
  else
    failed=$((failed + 1))
    echo "FAILED: $1 is missing"
  fi
done

try "headers against tests/golden/layout.tsv" python3 "$root/tools/api/layout.py" headers
try "names of the reference's headers, each alone" python3 "$root/tools/api/header_names.py" check
try "tests/headers/layout_table.h is up to date" python3 "$root/tools/api/layout.py" table
try "compat/mujoco/mjxmacro.h and mjspecmacro.h are up to date" \
  python3 "$root/tools/api/gen_xmacros.py" --check
try "src/model/meanings.h is up to date" python3 "$root/tools/api/gen_meanings.py" --check
if [ -d "$root/../shared/spec" ]; then
  try "golden layout against the specification" \
    python3 "$root/tools/api/layout.py" check "$root/../shared/spec"
else
  echo "../shared is not here: the golden layout was not compared with the specification"
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]

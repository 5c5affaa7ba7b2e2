#!/bin/sh
# The sources of the Python module compile without a warning with the newest clang there is: from 16 on it refuses
# functions that no header declares, where gcc 12 only warns.
# usage: check_python_clang.sh    exits with 77 where there is no clang from 16 on, or no Python with headers and numpy
set -eu
cd "$(dirname "$0")/../.."
clang=
for version in 16 17 18 19 20 21 22; do
  clang=$(command -v clang-$version || echo "$clang")
done
[ -n "$clang" ] || { echo "check_python_clang: no clang from 16 on"; exit 77; }
folders=
for python in "${PYTHON:-python3}" /usr/bin/python3; do
  folders=$("$python" -c 'import sysconfig, numpy
print("-isystem", numpy.get_include(), "-isystem", sysconfig.get_paths()["include"])' 2>/dev/null) && break
done
[ -n "$folders" ] || { echo "check_python_clang: no Python with numpy"; exit 77; }
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
for tool in functions enums spec view; do "$python" python/tools/gen_$tool.py "$made"; done
flags="-std=c17 -D_POSIX_C_SOURCE=200809L -fsyntax-only -Wall -Wextra -Wno-missing-field-initializers -Werror -Iinclude -Ipython/src"
printf '%s\n' '#include <Python.h>' >"$made/probe.c"
"$clang" $flags $folders "$made/probe.c" 2>/dev/null || { echo "check_python_clang: no Python.h"; exit 77; }
rm "$made/probe.c"
count=0
for file in python/src/*.c "$made"/*.c; do
  "$clang" $flags $folders "$file" || { echo "check_python_clang: $file"; exit 1; }
  count=$((count + 1))
done
echo "check_python_clang: $count files with $("$clang" --version | head -1)"

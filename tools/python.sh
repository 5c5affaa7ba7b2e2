#!/bin/sh
# Builds the Python module with Debian's Python, or that of the variable PYTHON, and runs its tests if asked to.
# usage: tools/python.sh FOLDER JOBS [test]
# Exits with 77 where there is no Python with headers, numpy and (for tests) pytest.
set -eu
folder=$1
jobs=$2
python=$(command -v "${PYTHON:-/usr/bin/python3}" || echo "${PYTHON:-/usr/bin/python3}")
case $python in /*) ;; *) python=$PWD/$python ;; esac  # CMake passes over relative paths in silence

if ! "$python" -c 'import numpy, sys, sysconfig, os
sys.exit(not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))' 2>/dev/null; then
  echo "python: $python has no headers or no numpy"
  exit 77
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { cmake -S . -B "$folder" -DCMAKE_BUILD_TYPE=Release -DSINEW_PYTHON=ON -DSINEW_TESTS=OFF -DSINEW_BENCH=OFF \
         -DPython_EXECUTABLE="$python" && cmake --build "$folder" -j "$jobs" --target sinew_package; } >"$log" 2>&1; then
  cat "$log"
  echo "python: the build failed"
  exit 1
fi
if [ "${3:-}" != test ]; then
  echo "The package sinew is in $folder/python; try"
  echo "  PYTHONPATH=$folder/python $python -c 'import sinew; print(sinew.__version__)'"
  exit 0
fi
if ! "$python" -c 'import pytest' 2>/dev/null; then
  echo "python: $python has no pytest"
  exit 77
fi
PYTHONPATH=$folder/python PYTHONDONTWRITEBYTECODE=1 "$python" -m pytest -q -p no:cacheprovider python/tests

#!/bin/sh
# Builds the wheel of the Python package in a virtual environment, with the build tools and numpy from PyPI.
# usage: tools/wheel.sh FOLDER
# Exits with 77 where PyPI cannot be reached.
set -eu
folder=$1
python=${PYTHON:-/usr/bin/python3}
mkdir -p "$folder"
[ -x "$folder/venv/bin/pip" ] || "$python" -m venv "$folder/venv"
if ! "$folder/venv/bin/pip" install -q scikit-build-core 'numpy>=2' >"$folder/log" 2>&1; then
  tail -3 "$folder/log"
  echo "wheel: the build tools cannot be had from PyPI"
  exit 77
fi
if ! "$folder/venv/bin/pip" wheel -q --no-build-isolation --no-deps -w "$folder" . >"$folder/log" 2>&1; then
  tail -30 "$folder/log"
  echo "wheel: the build failed"
  exit 1
fi
echo "made $(ls "$folder"/*.whl | tail -1)"

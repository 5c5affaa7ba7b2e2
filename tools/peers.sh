#!/bin/sh
# Plays the tasks of Gymnasium and of dm_control's suite on Sinew and on the reference, and compares them; in
# a virtual environment of its own, with the packages from PyPI.
# usage: tools/peers.sh FOLDER JOBS
# Exits with 77 where PyPI cannot be reached.
set -eu
folder=$1
jobs=$2
python=${PYTHON:-/usr/bin/python3}
compare=python/tests/compare

mkdir -p "$folder"
if [ ! -x "$folder/venv/bin/pip" ] && ! "$python" -m venv "$folder/venv" >"$folder/log" 2>&1; then
  tail -3 "$folder/log"
  echo "peers: $python cannot make a virtual environment"
  exit 77
fi
if ! "$folder/venv/bin/pip" install -q mujoco==3.12.0 dm_control==1.0.45 'gymnasium[mujoco]>=1.2' pytest \
       >"$folder/log" 2>&1; then
  tail -3 "$folder/log"
  echo "peers: the packages cannot be had from PyPI"
  exit 77
fi
PYTHON=$folder/venv/bin/python tools/python.sh "$folder/build" "$jobs" >"$folder/log" || { cat "$folder/log"; exit 1; }
cc -O2 -fno-builtin -fPIC -shared -Wl,--exclude-libs,ALL -I include -o "$folder/sines.so" $compare/sines.c \
   "$folder/build/libsinew_core.a" -lm
status=0
for script in gym_tasks.py dm_tasks.py; do
  "$folder/venv/bin/python" $compare/$script "$folder/build/python" --sines "$folder/sines.so" || status=1
done
PYTHONPATH=$folder/build/python PYTHONDONTWRITEBYTECODE=1 \
  "$folder/venv/bin/python" -m pytest -q -p no:cacheprovider python/tests || status=1
exit $status

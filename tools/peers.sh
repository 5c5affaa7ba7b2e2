#!/bin/sh
# Runs what uses the reference on Sinew: plays the tasks of Gymnasium, dm_control's suite, gymnasium-robotics and
# robosuite on both and compares them, and runs the tests of dm_control, of gymnasium-robotics and of the
# reference's own wheel; in virtual environments of its own, with the packages from PyPI. docs/peers.md has the
# tests that are expected to fail.
# usage: tools/peers.sh FOLDER JOBS
# Exits with 77 where PyPI cannot be reached.
set -eu
folder=$1
jobs=$2
python=${PYTHON:-/usr/bin/python3}
compare=python/tests/compare

# environment NAME PACKAGE...: a virtual environment with these packages; 77 if there cannot be one
environment() {
  place=$folder/$1
  shift
  if [ ! -x "$place/bin/pip" ] && ! "$python" -m venv "$place" >"$folder/log" 2>&1; then
    tail -3 "$folder/log"
    echo "peers: $python cannot make a virtual environment"
    exit 77
  fi
  if ! "$place/bin/pip" install -q "$@" >"$folder/log" 2>&1; then
    tail -3 "$folder/log"
    echo "peers: the packages cannot be had from PyPI"
    exit 77
  fi
}

mkdir -p "$folder"
environment venv 'mujoco[sysid,usd]==3.12.0' dm_control==1.0.45 'gymnasium[mujoco]==1.4.0' gymnasium-robotics==1.4.2 \
            h5py mock 'protobuf<7' pytest  # dm_control 1.0.45 uses names that protobuf 7 lacks
environment robosuite mujoco==3.12.0 robosuite==1.5.2  # it wants another NumPy
# tests that are in a source package only; they import a module that it lacks
if ! "$folder/venv/bin/pip" download -q --no-deps --no-binary :all: -d "$folder" gymnasium-robotics==1.4.2 \
       >"$folder/log" 2>&1; then
  tail -3 "$folder/log"
  echo "peers: the sources of gymnasium-robotics cannot be had from PyPI"
  exit 77
fi
rm -rf "$folder/robotics"
mkdir -p "$folder/robotics"
tar -xzf "$folder/gymnasium_robotics-1.4.2.tar.gz" -C "$folder/robotics" --strip-components=1 \
    gymnasium_robotics-1.4.2/tests
cp $compare/robotics_utils.py "$folder/robotics/tests/utils.py"
touch "$folder/robotics/tests/__init__.py"

PYTHON=$folder/venv/bin/python tools/python.sh "$folder/build" "$jobs" >"$folder/log" || { cat "$folder/log"; exit 1; }
cc -O2 -fno-builtin -fPIC -shared -Wl,--exclude-libs,ALL -I include -o "$folder/sines.so" $compare/sines.c \
   "$folder/build/libsinew.a" -lm
built=$folder/build/python
status=0
for script in gym_tasks.py dm_tasks.py robotics_tasks.py; do
  "$folder/venv/bin/python" $compare/$script "$built" --sines "$folder/sines.so" || status=1
done
"$folder/robosuite/bin/python" $compare/suite_tasks.py "$built" --sines "$folder/sines.so" || status=1
for suite in mujoco dm_control gymnasium-robotics; do
  "$folder/venv/bin/python" $compare/peer_tests.py $suite "$built" --folder "$folder/robotics" --jobs "$jobs" || status=1
done
PYTHONPATH=$built PYTHONDONTWRITEBYTECODE=1 \
  "$folder/venv/bin/python" -m pytest -q -p no:cacheprovider python/tests || status=1
exit $status

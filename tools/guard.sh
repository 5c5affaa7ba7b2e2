#!/bin/sh
# The guard of speed: counts the instructions of steps (tests/checks/check_instructions.py) in build/release and
# compares them with tests/golden/instructions.txt; --update writes that file, after a change that was meant.
# usage: tools/guard.sh [--update]
set -eu
cd "$(dirname "$0")/.."
tools/setup.sh build test
[ -f build/release/Makefile ] || cmake --preset release >/dev/null
cmake --build build/release -j "$(nproc)" --target sinew_static >/dev/null
exec python3 -B tests/checks/check_instructions.py "$@" build/release

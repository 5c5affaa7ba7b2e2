#!/bin/sh
# Builds the viewer: the page from web/viewer (its parts come from the npm registry) and a program that serves it.
# usage: tools/viewer.sh BUILD JOBS [page]     after tools/wasm.sh; page: that alone; exits with 77 where npm or its registry cannot be had
set -eu
cd "$(dirname "$0")/.."
build=$1
jobs=$2
command -v npm >/dev/null || { echo "view: npm is not installed; the viewer is left out"; exit 77; }
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! (cd web/viewer && npm ci --no-audit --no-fund) >"$log" 2>&1; then
  tail -5 "$log"
  echo "view: the page's parts (three.js, esbuild) cannot be had from the npm registry"
  exit 77
fi
(cd web/viewer && ./node_modules/.bin/tsc --noEmit && node build.mjs dist)
[ "${3:-}" = page ] && exit 0
echo "view: building the program"
if ! { cmake -S . -B "$build" -DSINEW_TESTS=OFF -DSINEW_BENCH=OFF -DSINEW_VIEW=ON &&
       cmake --build "$build" -j "$jobs" --target sinew_program; } >"$log" 2>&1; then
  tail -30 "$log"
  echo "view: the build failed"
  exit 1
fi
echo "view: $build/sinew view models/humanoid.xml"

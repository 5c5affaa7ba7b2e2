#!/bin/sh
# Tests of what is built for browsers: the npm package in Node.js, the viewer in Chromium, by itself and served by
# `sinew view`, and the HTML of the manual. Parts whose tools or registries cannot be had are left out, and said to be.
# usage: tools/check_web.sh JOBS       ends with "check-web: N passed, M failed"
set -u
cd "$(dirname "$0")/.."
jobs=$1
passed=0
failed=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# tests FOLDER: the suite of node's test runner in it
tests() {
  (cd "$1" && node --test test/ 2>&1) >"$log"
  grep -E '^ *(ok|not ok) ' "$log" | sed 's/^/  /'
  grep -q '^# fail 0' "$log" || cat "$log"
  passed=$((passed + $(sed -n 's/^# pass //p' "$log" | tail -1)))
  failed=$((failed + $(sed -n 's/^# fail //p' "$log" | tail -1) + $(sed -n 's/^# cancelled //p' "$log" | tail -1)))
}

# step NAME COMMAND...: 0 goes on, 77 leaves out what follows, others fail
step() {
  echo "== $1"
  shift
  "$@"
  code=$?
  [ $code = 0 ] && return 0
  if [ $code = 77 ]; then echo "check-web: left out"; else failed=$((failed + 1)); fi
  return 1
}

# what make check has built is built already
program=build/view
[ -f build/release/Makefile ] && program=build/release
export SINEW_PROGRAM="$PWD/$program/sinew"

start=$(date +%s)
if step wasm tools/wasm.sh build/npm "$jobs"; then
  tests web/package
  [ -z "${SINEW_LONG:-}" ] || step docs tools/docs.sh build/docs "$jobs" || true  # for the tests of the manual
  if step view tools/viewer.sh $program "$jobs"; then
    step server python3 -B tests/checks/check_view.py "$SINEW_PROGRAM" && passed=$((passed + 1))
    if command -v chromium >/dev/null; then tests web/viewer; else echo "check-web: no chromium, the page is left out"; fi
  fi
fi
echo "== $(($(date +%s) - start)) s"
echo "check-web: $passed passed, $failed failed"
[ "$failed" = 0 ]

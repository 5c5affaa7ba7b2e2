#!/bin/sh
# Builds the npm package of the WebAssembly build: BUILD/package, and BUILD/sinew-VERSION.tgz of it; "test" runs its tests.
# usage: tools/wasm.sh BUILD JOBS [test]     exits with 77 where emscripten or Debian's sources cannot be had
set -eu
cd "$(dirname "$0")/.."
build=$1
jobs=$2
for program in emcmake node dpkg-source; do
  command -v $program >/dev/null && continue
  echo "wasm: $program is not installed; the WebAssembly build is left out"
  exit 77
done
tools/wasm_parts.sh "$build/parts" || exit $?
export NODE_PATH=/usr/share/nodejs  # where Debian's emscripten has what its optimiser needs
log=$(mktemp)
trap 'rm -f "$log"' EXIT
echo "wasm: building"
if ! { emcmake cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release -DSINEW_WASM_PARTS="$PWD/$build/parts" &&
       cmake --build "$build" -j "$jobs" --target sinew_module; } >"$log" 2>&1; then
  tail -30 "$log"
  echo "wasm: the build failed"
  exit 1
fi
cp web/package/src/* "$build/package/"
node web/tools/gen_types.mjs "$build/package"
rm -rf web/package/dist "$build"/sinew-*.tgz
mkdir web/package/dist
cp "$build"/package/*.js "$build"/package/*.d.ts "$build"/package/sinew.wasm web/package/dist/
if command -v npm >/dev/null; then
  (cd web/package && npm pack --silent --pack-destination "../../$build" >/dev/null 2>&1) || echo "wasm: npm could not pack"
fi
echo "wasm: $(wc -c <web/package/dist/sinew.wasm) bytes of sinew.wasm, $(gzip -c web/package/dist/sinew.wasm | wc -c) compressed; package in web/package/dist"
[ "${3:-}" = test ] || exit 0
cd web/package && exec node --test test/

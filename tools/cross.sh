#!/bin/sh
# Builds the core for another machine and compares the bits of its simulations, one world and batches in
# lanes, with those of tests/golden/hash.txt: our own models, packed as .snb by the native build.
# usage: tools/cross.sh arm64|wasm [BUILD]   BUILD has test_golden_hash; build/release
# arm64 runs in qemu's user mode, WebAssembly in node. Installs what is missing; exits with 77 where that
# cannot be had.
set -eu
cd "$(dirname "$0")/.."
machine=${1:-}
native=${2:-build/release}
flags="-std=c17 -ffp-contract=off -Iinclude -Itests -Itests/support tests/whole/cross_hash.c"

# need PROGRAM...: all are there
need() {
  for program in "$@"; do
    command -v "$program" >/dev/null && continue
    echo "cross: $program is not installed, $machine is left out"
    exit 77
  done
}

case $machine in
  arm64)
    emulator() { command -v qemu-aarch64 || command -v qemu-aarch64-static; }
    { command -v aarch64-linux-gnu-gcc && emulator; } >/dev/null || tools/setup.sh arm64 || true
    need aarch64-linux-gnu-gcc
    run=$(emulator) || need qemu-aarch64
    configure="cmake -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64
      -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc"
    # static: no arm64 libraries are looked for when it runs
    link="aarch64-linux-gnu-gcc -O2 -static -pthread"
    program=cross_hash
    ;;
  wasm)
    tools/setup.sh wasm || true
    need emcc emcmake node
    configure="emcmake cmake"
    # files of the machine itself; loaded at once, because older emscripten takes node's fetch for a browser's
    link="emcc -O1 -sALLOW_MEMORY_GROWTH=1 -sNODERAWFS=1 -sEXIT_RUNTIME=1 -sWASM_ASYNC_COMPILATION=0"
    program=cross_hash.js
    run=node
    ;;
  *) echo "usage: tools/cross.sh arm64|wasm [BUILD]" >&2; exit 2 ;;
esac

build=build/$machine
models=$build/models
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { $configure -S . -B "$build" -DSINEW_LOADER=OFF &&
       cmake --build "$build" -j "$(nproc)" --target sinew_core &&
       $link $flags "$build/libsinew_core.a" -lm -o "$build/$program"; } >"$log" 2>&1; then
  tail -30 "$log"
  echo "cross: the build for $machine failed"
  exit 1
fi
rm -rf "$models"
mkdir -p "$models"
"$(find "$native" -name test_golden_hash -type f | head -1)" pack "$models"
echo "cross: $machine: $($run "$build/$program" "$models" | tee "$log" | tail -1)"
grep -q ' in 2 lanes, 0 differ$' "$log" || { cat "$log"; exit 1; }

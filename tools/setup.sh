#!/bin/sh
# Installs the Debian packages that parts of the work need and that are missing: a build, the tests, the
# fastest build, the Python module, a wheel of it, the program for many processes, the compilers whose warnings
# are looked at, builds for arm64 and WebAssembly, the viewer, a browser to test it, the manual, a fresh system.
# usage: tools/setup.sh build|test|release|python|wheel|mpi|compilers|arm64|wasm|view|browser|docs|fresh...
# Says what it installs; needs root or sudo only if something is missing. On other systems it lists
# what to install and goes on.
set -eu

packages=""
for part in "$@"; do
  case $part in
    build) packages="$packages gcc libc6-dev make cmake pkg-config libexpat1-dev libqhull-dev libpng-dev" ;;
    test) packages="$packages g++ clang clang-19 clang-format clang-tidy python3 libcmocka-dev libmpfr-dev valgrind" ;;
    python) packages="$packages python3 python3-dev python3-numpy python3-pytest" ;;
    release) packages="$packages clang-19 lld-19 llvm-19 libclang-rt-19-dev" ;;
    wheel) packages="$packages python3 python3-dev python3-venv" ;;
    mpi) packages="$packages libopenmpi-dev openmpi-bin" ;;
    compilers) packages="$packages gcc-12 clang-14 clang-19" ;;
    arm64) packages="$packages cmake gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user" ;;
    wasm) packages="$packages gcc make cmake emscripten nodejs dpkg-dev python3" ;;
    view) packages="$packages libwebsockets-dev pkg-config nodejs"
          command -v npm >/dev/null || packages="$packages npm" ;;
    browser) packages="$packages chromium" ;;
    docs) packages="$packages python3 python3-venv" ;;
    fresh) packages="$packages debootstrap" ;;
    *) echo "usage: tools/setup.sh build|test|release|python|wheel|mpi|compilers|arm64|wasm|view|browser|docs|fresh..." >&2; exit 2 ;;
  esac
done

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  echo "setup: not a Debian system; Sinew needs the equivalents of:$packages"
  exit 0
fi

missing=""
for package in $packages; do
  status=$(dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null || true)
  case $status in ii*) ;; *) missing="$missing $package" ;; esac
done
[ -n "$missing" ] || exit 0

as_root=""
if [ "$(id -u)" != 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "setup: these packages are missing:$missing" >&2
    echo "setup: run this as root, or install sudo, or install them yourself" >&2
    exit 1
  fi
  as_root=sudo
fi

echo "setup: installing$missing"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { $as_root apt-get update && $as_root env DEBIAN_FRONTEND=noninteractive \
       apt-get install -y --no-install-recommends $missing; } >"$log" 2>&1; then
  tail -20 "$log" >&2
  echo "setup: apt-get failed; see above" >&2
  exit 1
fi
echo "setup: done"

#!/bin/sh
# Makes all packages (docs/abi.md) in FOLDER: the sources of the last commit, Debian packages, the wheel, the npm archive; SHA256SUMS
# lists them. What cannot be built on this machine is named and left out. tools/debian.sh tries them in a fresh Debian.
# usage: tools/dist.sh FOLDER JOBS [PART...]      parts: source deb wheel npm; the default is all
set -eu
cd "$(dirname "$0")/.."
mkdir -p "$1"
folder=$(cd "$1" && pwd)
jobs=$2
shift 2
[ $# -gt 0 ] || set -- source npm deb wheel
version=$(sed -n 's/^project(sinew VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
log=$folder/log
left=

# try WHAT COMMAND...: shows what it says if it fails; 77 leaves it out
try() {
  what=$1
  shift
  code=0
  "$@" >"$log" 2>&1 || code=$?
  case $code in
    0) ;;
    77) tail -2 "$log"; left="$left $what" ;;
    *) tail -30 "$log"; echo "dist: $what failed"; exit 1 ;;
  esac
  return 0
}

for part in "$@"; do
  echo "dist: $part"
  case $part in
    source)
      git archive --format=tar --prefix="sinew-$version/" HEAD | gzip -9n >"$folder/sinew-$version.tar.gz"
      ;;
    npm)
      try "the npm archive" tools/wasm.sh build/npm "$jobs"
      [ -f "build/npm/sinew-$version.tgz" ] && cp "build/npm/sinew-$version.tgz" "$folder/"
      ;;
    deb)
      command -v dpkg-shlibdeps >/dev/null || { echo "dist: no dpkg-dev, no Debian packages"; left="$left deb"; continue; }
      view=OFF  # sinew view, where its page can be built
      [ ! -f web/package/dist/sinew.wasm ] || try "the page of the viewer" tools/viewer.sh build/view "$jobs" page
      [ -f web/viewer/dist/index.html ] && pkg-config --exists libwebsockets && view=ON
      try "the build" cmake -S . -B "$folder/build" -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=/usr -DSINEW_TESTS=OFF \
        -DSINEW_BENCH=OFF -DSINEW_VIEW=$view
      try "the build" cmake --build "$folder/build" -j "$jobs"
      rm -f "$folder"/*.deb "$folder"/build/*.deb
      try "the packages" sh -c "cd '$folder/build' && umask 022 && cpack -G DEB"
      cp "$folder"/build/*.deb "$folder/"
      ;;
    wheel)
      try "the wheel" tools/wheel.sh "$folder/wheel"
      rm -f "$folder"/*.whl
      for file in "$folder"/wheel/*.whl; do
        [ -f "$file" ] && cp "$file" "$folder/"
      done
      ;;
    *) echo "usage: tools/dist.sh FOLDER JOBS [source|deb|wheel|npm...]" >&2; exit 2 ;;
  esac
done
rm -f "$log"
(cd "$folder" && sha256sum -- *.tar.gz *.deb *.whl *.tgz 2>/dev/null >SHA256SUMS) || true
(cd "$folder" && ls -l -- *.tar.gz *.deb *.whl *.tgz 2>/dev/null | awk '{ printf "%9d %s\n", $5, $9 }')
[ -z "$left" ] || echo "dist: left out:$left"

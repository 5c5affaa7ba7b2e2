#!/bin/sh
# Makes HTML of the manual: FOLDER/html/index.html, with search, light and dark, without a need of the network. The generator
# (tools/docs/requirements.txt) is installed in FOLDER/venv, from PyPI.
# usage: tools/docs.sh FOLDER [JOBS]     exits with 77 where PyPI cannot be reached
set -eu
cd "$(dirname "$0")/.."
mkdir -p "$1"
folder=$(cd "$1" && pwd)
python=${PYTHON:-/usr/bin/python3}
command -v "$python" >/dev/null || python=python3
log=$folder/log
if ! cmp -s tools/docs/requirements.txt "$folder/venv/requirements.txt"; then
  rm -rf "$folder/venv"
  if ! { "$python" -m venv "$folder/venv" && "$folder/venv/bin/pip" install -q -r tools/docs/requirements.txt; } >"$log" 2>&1; then
    tail -3 "$log"
    echo "docs: the generator cannot be had from PyPI"
    exit 77
  fi
  cp tools/docs/requirements.txt "$folder/venv/"
fi
if ! "$folder/venv/bin/python" -m sphinx -q -W --keep-going -b html -j "${2:-1}" -c tools/docs -d "$folder/trees" docs "$folder/html" >"$log" 2>&1; then
  cat "$log"
  echo "docs: there are faults, see above"
  exit 1
fi
rm -rf "$folder/html/.buildinfo"
if grep -rlE '(src|href)="(https?:)?//[^"]*\.(js|css|woff2?)"' "$folder/html" --include='*.html' >"$log"; then
  cat "$log"
  echo "docs: these pages need files of other servers"
  exit 1
fi
echo "docs: $(find "$folder/html" -name '*.html' | wc -l) pages, $folder/html/index.html"

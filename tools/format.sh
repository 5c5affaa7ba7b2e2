#!/bin/sh
# Formats the C files of the project, or finds those that are not formatted.
# usage: tools/format.sh [check]
# The version matters: others break lines elsewhere. Exits with 77, which ctest takes as skipped, where
# it is not installed.
set -eu
cd "$(dirname "$0")/.."
version=14
format=$(command -v clang-format-$version || command -v clang-format || true)
case $("${format:-false}" --version 2>/dev/null) in
  *"version $version."*) ;;
  *) echo "format: clang-format $version is not installed" >&2; exit 77 ;;
esac
case ${1:-} in
  "") options=-i ;;
  check) options="--dry-run -Werror" ;;
  *) echo "usage: tools/format.sh [check]" >&2; exit 2 ;;
esac
# what git knows, or in a copy without git all there is; layout_table.h is generated
{ git ls-files src cli tests bench examples fuzz python 2>/dev/null || find src cli tests bench examples fuzz python; } |
  grep '\.[ch]$' | grep -v layout_table | xargs -P 2 -n 100 "$format" $options

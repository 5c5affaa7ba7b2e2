#!/bin/sh
# Runs a script of user interface events in the reference and prints what it does:
#   tools/oracle/ui.sh INCLUDE LIBRARY < tests/ui/events.txt > tests/golden/ui_events.txt
# INCLUDE and LIBRARY are those of MuJoCo 3.12.0. Needs Debian's libosmesa6-dev.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cc -I"$1" "$root/tools/oracle/ui.c" "$2" -lOSMesa -lm -Wl,-rpath,"$(dirname "$2")" -o "$work/ui"
"$work/ui"

#!/bin/sh
# Answers of the reference to NULL arguments: writes tests/golden/null.tsv.
#   tools/oracle/null.sh MUJOCO_FOLDER    a folder with include/mujoco and libmujoco.so.3.12.0, such as
#                                         that of the Python package mujoco 3.12.0
set -eu
[ $# -eq 1 ] || { sed -n '2,4p' "$0"; exit 2; }
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -B tools/api/null_cases.py --reference "$work/null.c"
cc -w -O1 -DREFERENCE -I"$1/include" -Itests/support "$work/null.c" "$1/libmujoco.so.3.12.0" \
  -Wl,-rpath,"$1" -o "$work/null"
{
  echo "# Answers of MuJoCo 3.12.0 to NULL arguments; made by tools/oracle/null.sh."
  echo "# Columns: function; which argument is NULL (all, none, empty: arrays of length 0); answer:"
  echo "# the result (- if void), messages, arrays that were written; crash; error: it exits."
  (cd "$work" && ./null 2>"$work/messages")
} > "$work/null.tsv"
cp "$work/null.tsv" tests/golden/null.tsv
wc -l tests/golden/null.tsv

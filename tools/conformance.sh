#!/bin/sh
# Runs the shared conformance suite on a build. usage: tools/conformance.sh BUILD_FOLDER
# Passes, saying so, when the suite is not beside the project. What differs, and why, is in
# docs/conformance.md; the shares below leave room for exactly that.
set -u
build=$1
suite=../shared/conformance/run
if [ ! -x "$suite" ]; then
  echo "conformance: ../shared is not here; nothing to compare with"
  exit 0
fi
export CONF_CFLAGS="-Iinclude -Icompat"
export CONF_LIBS="$build/libsinew.a -lexpat -lpng -lqhull_r -lm -pthread"
status=0
compare() { "$suite" -v "$@" || status=1; }

compare --set noflex --groups constants,derived,kinematics,smooth,contact,rows,solve,sensor,inverse,step1
compare --set robots --groups step10,trajectory
compare --set free --groups step10,trajectory
compare --set noflex --groups step10,trajectory --min 0.994
exit $status

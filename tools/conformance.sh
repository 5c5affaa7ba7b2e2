#!/bin/sh
# Runs the shared conformance suite on a build. usage: tools/conformance.sh BUILD_FOLDER
# Passes, saying so, when the suite is not beside the project. What differs, and why, is in
# docs/conformance.md; the names below leave room for exactly that.
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

# compare_but MODEL OPTIONS: MODEL may differ, and no other
compare_but() {
  known=$1
  shift
  found=$("$suite" -v "$@")
  echo "$found"
  if ! echo "$found" | grep -q "^models [1-9]"; then status=1; fi
  if echo "$found" | grep "^[^ ]*\.out: " | grep -v "^$known\.out: "; then
    echo "conformance: the models above differ and are not in docs/conformance.md"
    status=1
  fi
}

compare --set noflex --groups constants,derived,kinematics,smooth,contact,rows,solve,sensor,inverse,step1,step10
compare --set robots --groups trajectory
compare --set free --groups trajectory
compare_but random__r1013 --set noflex --groups trajectory
exit $status

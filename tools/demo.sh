#!/bin/sh
# Shows what Sinew does: loads a sample model and tells what is in it. usage: tools/demo.sh BUILD_FOLDER
set -eu
"$1/sinew" about
echo
"$1/sinew" info models/cartpole.xml

#!/bin/sh
# Shows what Sinew does. usage: tools/demo.sh BUILD_FOLDER
set -eu
"$1/sinew" about

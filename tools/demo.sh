#!/bin/sh
# Shows what Sinew does: simulates a sample model, plots it, and tells what is in it.
# usage: tools/demo.sh BUILD_FOLDER
set -eu
build=$1
"$build/sinew" --version
echo
"$build/sinew" info models/pendulum.xml
echo
"$build/sinew" run models/pendulum.xml --key raised --time 10 --fields qpos,qvel,energy \
  --out "$build/pendulum.csv" --plot "$build/pendulum.svg"
echo
"$build/sinew" run models/dominoes.xml --time 2

#!/bin/sh
# Shows what Sinew does: tells what is in a sample model, simulates two, plots, and says how fast the
# reference is on them.
# usage: tools/demo.sh BUILD_FOLDER
set -eu
build=$1

# reference MODEL: what the table of docs/performance.md says of a sample model, both measured in turns
reference() {
  awk -F ' *[|] *' -v model="$1" '
    $2 == model && !found {
      found = 1
      printf "on the machine of docs/performance.md (one thread, x86-64, about 3 GHz): the reference, MuJoCo 3.12.0, "
      printf "%s steps per second, Sinew %s, %s times as many\n", $5, $4, $6
    }
    END { exit !found }' docs/performance.md
}

"$build/sinew" --version
echo
"$build/sinew" info models/pendulum.xml
echo
echo "models/pendulum.xml for 10 s, from the keyframe 'raised':"
"$build/sinew" run models/pendulum.xml --key raised --time 10 --fields qpos,qvel,energy \
  --out "$build/pendulum.csv" --plot "$build/pendulum.svg"
reference pendulum
echo
echo "models/dominoes.xml for 2 s, a ball that knocks over dominoes:"
"$build/sinew" run models/dominoes.xml --time 2
reference dominoes

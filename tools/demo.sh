#!/bin/sh
# Shows what Sinew does: tells what is in a sample model, simulates two, plots, and says how fast the
# reference is on them.
# usage: tools/demo.sh BUILD_FOLDER
set -eu
build=$1

# reference MODEL: the figures of tools/oracle/speed.tsv, measured side by side on one machine
reference() {
  awk -F '\t' -v model="$1" '
    /^# steps/ { split($0, part, "; "); version = part[2]; machine = part[3] }
    $1 == model {
      sub(/, native/, "", version)
      printf "the reference (%s): %d steps per second, Sinew %d, %.1f times as many, both on %s\n",
        version, $4, $5, $5 / $4, machine
    }' tools/oracle/speed.tsv
}

"$build/sinew" --version
echo
"$build/sinew" info models/pendulum.xml
echo
echo "models/pendulum.xml for 10 s, from the keyframe 'raised':"
"$build/sinew" run models/pendulum.xml --key raised --time 10 --fields qpos,qvel,energy \
  --out "$build/pendulum.csv" --plot "$build/pendulum.svg"
reference models/pendulum.xml
echo
echo "models/dominoes.xml for 2 s, a ball that knocks over dominoes:"
"$build/sinew" run models/dominoes.xml --time 2
reference models/dominoes.xml

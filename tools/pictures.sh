#!/bin/sh
# Draws the pictures of README.md and docs/ with `sinew render`.
# usage: tools/pictures.sh [PROGRAM [FOLDER]]
set -eu
program=${1:-build/release/sinew}
folder=${2:-docs/pictures}
draw() {
  "$program" render "models/$1.xml" "$folder/$2" --size "$3" --camera "$4" $5 >/dev/null
}
hand="145,-48,0.42,0.05,0,0.22"
draw humanoid humanoid.png 320x240 "140,-25,2.4,0,0,0.7" "--key squat"
draw hand hand.png 320x240 "$hand" "--key grasp --time 1"
draw hand hand_parts.png 320x240 "$hand" "--key grasp --time 1 --segment"
draw quadruped feet.png 320x240 "130,-28,1.1,0,0,0.15" "--key stand --time 1 --show contacts,forces,transparent,joints"
# as .png, under which sites that show Markdown play it, too
draw dominoes dominoes.apng 400x260 "62,-48,0.97,0.17,0.21,0" "--time 3.2 --fps 12"
mv "$folder/dominoes.apng" "$folder/dominoes.png"
# a user interface, by the example that has one (it stands beside the program)
"$(dirname "$program")/examples/example_panel" "$folder/panel.ppm" >/dev/null
python3 tools/ppm_to_png.py "$folder/panel.ppm" "$folder/panel.png"
rm "$folder/panel.ppm"

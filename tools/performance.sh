#!/bin/sh
# The tables that docs/performance.md begins with, in one command: steps per second of make release beside the
# reference, on our sample models and on the shared ones, what each build brings, and where the step of a humanoid goes.
# usage: tools/performance.sh [REFERENCE] [BEFORE]
# REFERENCE: folder of MuJoCo's Python package; without it the package is fetched from PyPI, to build/reference.
# BEFORE: a library of Sinew from before a change, for the profile of the step.
set -eu
cd "$(dirname "$0")/.."
reference=${1:-build/reference/mujoco}
jobs=$(nproc)
tools/setup.sh build test release wheel
if [ ! -d "$reference" ]; then
  python3 -m venv build/reference/env
  build/reference/env/bin/pip install -q --no-deps --target build/reference mujoco==3.12.0
fi
make -s build
tools/release.sh build/clang "$jobs"
tools/release.sh --plain build/clang_plain "$jobs"

echo "Sample models:"
bench/run --library build/clang --against "$reference"
humanoid=models/humanoid.xml
shared=
if [ -d ../shared ]; then
  echo "Models of the shared benchmark:"
  bench/run --library build/clang --against "$reference" --shared
  humanoid=../shared/models/mujoco/humanoid/humanoid.xml
  shared=--shared
fi
echo "Builds: how many times faster than the reference"
for build in release clang_plain clang; do
  for cpu in base avx2; do
    printf '%s, SINEW_CPU=%s: ' $build $cpu
    SINEW_CPU=$cpu bench/run --library build/$build --against "$reference" --seconds 1 $shared | grep 'geometric mean'
  done
done
echo "The step of a humanoid:"
bench/run --library build/clang --against "$reference" ${2:+--against "$2"} --profile "$humanoid"

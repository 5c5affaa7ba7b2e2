#!/bin/sh
# Fetches the sources of what the loader needs in WebAssembly, from Debian's source packages, to FOLDER: expat, zlib,
# libpng, qhull. The lists of packages stay in FOLDER; the machine's own are left alone.
# usage: tools/wasm_parts.sh FOLDER     exits with 77 where the packages cannot be had
set -u
folder=$1
[ -e "$folder/done" ] && exit 0
rm -rf "$folder"
mkdir -p "$folder/lists/partial" "$folder/cache/archives/partial" "$folder/packages" "$folder/from"
cd "$folder" || exit 1
log=$PWD/log
apt="apt-get -q -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts=$PWD/from -o Dir::State::lists=$PWD/lists
  -o Dir::Cache=$PWD/cache -o APT::Sandbox::User=root"

# ask_for PATTERN: the machine's own places of Debian without those of the pattern, asked for sources not programs
ask_for() {
  # entries are lines, or paragraphs
  [ -e /etc/apt/sources.list ] &&
    sed "/$1/d; s/^deb /deb-src /" /etc/apt/sources.list >from/debian.list
  [ -e /etc/apt/sources.list.d/debian.sources ] &&
    awk -v RS= -v ORS='\n\n' "!/$1/" /etc/apt/sources.list.d/debian.sources |
    sed 's/^Types:.*/Types: deb-src/' >from/debian.sources
}

# some mirrors have the programs of security updates but not their sources
for without in 'no such place' security; do
  ask_for "$without"
  { $apt update && (cd packages && $apt source --download-only expat zlib libpng1.6 qhull); } >"$log" 2>&1 && break
  rm -f packages/*
done
for part in expat zlib libpng1.6 qhull; do
  (cd packages && dpkg-source -x ${part}_*.dsc "../${part%1.6}") >>"$log" 2>&1 && continue
  tail -5 "$log"
  echo "wasm: the source package of $part cannot be had from Debian's mirror"
  exit 77
done
touch done

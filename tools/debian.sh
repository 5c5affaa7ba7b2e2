#!/bin/sh
# A newcomer's walk: in a fresh Debian 12 for each, the pages of "Getting started" are followed as they are printed, with the packages that
# make dist has made. Then: packages come off again without a trace, and the sources of the archive build and install. Needs root (debootstrap,
# chroot) and Debian's packages. Ends with "debian: N passed, M failed"
# usage: tools/debian.sh DIST FOLDER [cli|c|python|browser|remove|source...]     FOLDER keeps the base system
# What leads to registries on this machine (/etc/pip.conf, ~/.npmrc, apt's sources, certificates of its own) is in the fresh systems too.
set -u
cd "$(dirname "$0")/.."
[ $# -ge 2 ] || { sed -n '2,7s/^# //p' "$0"; exit 2; }
dist=$(cd "$1" && pwd) || exit 2
mkdir -p "$2"
folder=$(cd "$2" && pwd)
shift 2
[ $# -gt 0 ] || set -- cli c python browser remove source
[ "$(id -u)" = 0 ] && command -v debootstrap >/dev/null || { echo "debian: needs root and debootstrap; left out"; exit 77; }
passed=0
failed=0

if [ ! -e "$folder/base/.ready" ]; then
  echo "debian: the base system"
  rm -rf "$folder/base"
  if ! debootstrap --variant=minbase bookworm "$folder/base" >"$folder/log" 2>&1; then
    tail -3 "$folder/log"
    echo "debian: no base system; left out"
    exit 77
  fi
  touch "$folder/base/.ready"
fi

# system NAME: a fresh one, with the packages in /home/reader
system() {
  rm -rf "${folder:?}/$1"
  cp -a "$folder/base" "$folder/$1"
  mkdir -p "$folder/$1/home/reader"
  cp "$dist"/*.deb "$dist"/*.whl "$dist"/*.tgz "$dist"/*.tar.gz "$folder/$1/home/reader/" 2>/dev/null
  [ -e /etc/apt/sources.list ] || rm -f "$folder/$1/etc/apt/sources.list"
  for file in /etc/resolv.conf /etc/hosts /etc/pip.conf /root/.npmrc /etc/apt/sources.list /etc/apt/sources.list.d /etc/apt/apt.conf.d \
    /usr/local/share/ca-certificates; do
    [ -e "$file" ] && cp -rL "$file" "$folder/$1$(dirname "$file")/" 2>/dev/null
  done
  return 0
}

# inside NAME COMMAND
inside() {
  env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    chroot "$folder/$1" sh -e -c "cd /home/reader; $2"
}

# count NAME COMMAND...
count() {
  name=$1
  shift
  if "$@" >"$folder/log" 2>&1; then
    passed=$((passed + 1))
    echo "debian: $name: $(tail -1 "$folder/log")"
  else
    failed=$((failed + 1))
    tail -40 "$folder/log"
    echo "debian: $name FAILED"
  fi
}

for part in "$@"; do
  system "$part"
  case $part in
    cli | c | python | browser)
      count "docs/start-$part.md" python3 -B tools/docs/blocks.py fresh "$folder/$part" "docs/start-$part.md"
      ;;
    remove)  # every package, installed together and taken off
      count "install and remove" inside remove '
        apt-get update
        apt-get install -y --no-install-recommends ./*.deb
        sinew info /usr/share/doc/sinew/models/pendulum.xml
        test -s /usr/share/man/man1/sinew.1 -o -s /usr/share/man/man1/sinew.1.gz
        dpkg -V sinew libsinew0.2 libsinew-dev sinew-doc
        apt-get purge -y sinew libsinew0.2 libsinew-dev sinew-doc
        left=$(find /usr -name "*sinew*" | head -3)
        [ -z "$left" ] || { echo "left: $left"; exit 1; }
        echo "nothing is left"'
      ;;
    source)
      count "the archive of the sources" inside source '
        apt-get update
        apt-get install -y --no-install-recommends make
        tar xzf sinew-*.tar.gz
        cd sinew-*/
        make demo
        make -s install PREFIX=/usr/local
        ldconfig
        sinew run models/pendulum.xml --time 1'
      ;;
    *) echo "debian: there is no part $part"; exit 2 ;;
  esac
  rm -rf "${folder:?}/$part"
done
echo "debian: $passed passed, $failed failed"
[ "$failed" = 0 ]

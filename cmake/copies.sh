#!/bin/sh
# Two copies of the run-time code in one library, for any x86-64 and for AVX2: gives their names suffixes
# and writes the doors, C source of what the rest of the library and its users call instead of either.
# usage: copies.sh READELF NM OBJCOPY OUT BASE.o AVX2.o OUTSIDE.o...   -> OUT/base.o, OUT/avx2.o, OUT/doors.c
# A function has a door if it is public or if an object outside of the copies asks for it; in the copies
# its name ends in _base and _avx2. Of the others the copy for AVX2 gets the suffix, so that the name
# stays that of the code for any machine. What one copy alone defines keeps its name.
# Fails if a copy has writable data, which must exist once.
set -eu
readelf=$1 nm=$2 objcopy=$3 out=$4 base=$5 avx2=$6
shift 6
mkdir -p "$out"

# defined OBJECT: type, visibility and name of its globals
defined() { "$readelf" -sW "$1" | awk '$5 == "GLOBAL" && $7 != "UND" {print $4, $6, $8}'; }

for object in "$base" "$avx2"; do
  "$readelf" -SW "$object" | sed 's/^ *\[ *[0-9]*\] *//' |
    awk -v name="$object" '$1 ~ /^\.(data|bss|tdata|tbss)$|^\.(data|bss)\.[^r]/ && $5 ~ /[1-9a-f]/ {
      print name ": writable data (" $1 "); name its file in SINEW_ONCE of src/CMakeLists.txt"; bad = 1}
      END {exit bad}' >&2
done
defined "$base" >"$out/base.txt"
defined "$avx2" >"$out/avx2.txt"
"$nm" -u "$@" | awk '$1 == "U" {print $2}' | sort -u >"$out/wanted.txt"

# a constant of either copy would do, were there no functions in tables: nothing outside asks for one
awk 'NR == FNR {wanted[$1]; next}
  $1 == "OBJECT" && $3 in wanted {print "copies: an object outside asks for the table " $3; bad = 1}
  END {exit bad}' "$out/wanted.txt" "$out/base.txt" >&2
# doors: visibility and name
awk 'NR == FNR {wanted[$1]; next}
  $1 == "FUNC" && ($2 == "DEFAULT" || $3 in wanted) {print $2, $3}' \
  "$out/wanted.txt" "$out/base.txt" | sort -k2 >"$out/doors.txt"
awk '{print $2, $2 "_base"}' "$out/doors.txt" >"$out/base.names"
awk 'NR == FNR {twice[$3]; next} $3 in twice {print $3, $3 "_avx2"}' "$out/base.txt" "$out/avx2.txt" \
  >"$out/avx2.names"
"$objcopy" --redefine-syms="$out/base.names" "$base" "$out/base.o"
"$objcopy" --redefine-syms="$out/avx2.names" "$avx2" "$out/avx2.o"

{
  cat <<'END'
// Made by cmake/copies.sh: each function jumps to its copy for any machine or, once the library is loaded
// where there is AVX2, to that one. A jump keeps the arguments whatever they are.
#include "base/cpu.h"
#include "collide/collide.h"

#define HIDDEN __attribute__((visibility("hidden")))
typedef void (*door)(void);
END
  awk '{print "HIDDEN void " $2 "_base(void), " $2 "_avx2(void);"}' "$out/doors.txt"
  echo 'extern door copy_doors[] HIDDEN;'
  for copy in base avx2; do
    [ $copy = base ] && echo 'door copy_doors[] = {' || echo 'static const door avx2[] = {'
    awk -v copy=$copy '{print "    " $2 "_" copy ","}' "$out/doors.txt"
    echo '    0};'
  done
  cat <<'END'
// before the constructors of programs
__attribute__((constructor(101))) static void choose(void) {
  for (int i = 0; avx2[i] && cpu_hasLanes(4); i++) copy_doors[i] = avx2[i];
  collide_fillUserTable();
}

#define DOOR(name, at, visibility)                                                  \
  __asm__(".text\n.p2align 4\n.globl " #name "\n" visibility ".type " #name         \
          ", @function\n" #name ":\n  endbr64\n  jmp *copy_doors+8*" #at "(%rip)\n" \
          ".size " #name ", .-" #name "\n")
END
  awk '{print "DOOR(" $2 ", " NR - 1 ", " ($1 == "DEFAULT" ? "\"\"" : "\".hidden " $2 "\\n\"") ");"}' \
    "$out/doors.txt"
} >"$out/doors.c"
